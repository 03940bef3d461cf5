import { atom } from 'nanostores'

/** The dialogs of `product.md §2`, with what each has to be told. */
export type DialogRequest =
  | { name: 'logout' }
  | { name: 'feedback'; /** The person follows the link. */ onGive: () => void }
  | { name: 'updateInfo' }
  | { name: 'maintenance'; /** Epoch seconds. */ end: number }
  | { name: 'loginRequired' }
  | { name: 'accountNotFound' }
  | { name: 'verificationSent'; /** Masked. */ email: string }
  | { name: 'deletePost'; onConfirm: () => void }

/** The open dialog: one at a time, a later request replaces an earlier one. */
export const $dialog = atom<DialogRequest | undefined>()

export function closeDialog(): void {
  $dialog.set(undefined)
}
