import { forgetRead } from './forget-read.ts'
import { leave } from './sign-out.ts'

/** Keys that belong to the browser and to nobody. */
const NOBODYS = /^(?:Language$|Privacy$)/

/** The account is gone: nothing of the person stays in this browser, drafts included (`product.md §4`). */
export function endAccount(): void {
  forgetRead()
  leave(NOBODYS)
}
