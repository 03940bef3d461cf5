import { deleteReadCache } from './read-cache.ts'
import { signOut } from './sign-out.ts'

/** Keys that belong to the browser, not to a person. */
const DEVICE_KEYS = /^(?:(?:List)?Language$|Read$|Privacy$)/

/** Removes everything of a deleted account from this browser, drafts included (`docs/product.md#account-deletion`). */
export function endAccount(): void {
  deleteReadCache()
  signOut(DEVICE_KEYS)
}
