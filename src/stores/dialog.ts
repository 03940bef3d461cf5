import { atom } from 'nanostores'

/** A question to share, with one's own answer where there is one. */
export interface SharedQuestion {
  questionId: string
  question: string
  answer?: string
}

/** The dialogs of `docs/product.md#dialogs` that are loaded on demand, with their parameters. */
export type DialogRequest =
  | { name: 'feedback'; /** Called when the person follows the link. */ onGive: () => void }
  | { name: 'updateInfo' }
  | { name: 'terms'; /** The version to agree to. */ version: string }
  | { name: 'maintenance'; /** Epoch seconds. */ end: number }
  | { name: 'loginRequired' }
  | { name: 'logout' }
  | ({ name: 'share' } & SharedQuestion)
  | { name: 'accountNotFound' }
  | { name: 'verificationSent'; /** Masked. */ email: string }
  | { name: 'deletePost'; onConfirm: () => void }
  | { name: 'report'; commentId: string }

/** The open dialog; a later request replaces an earlier one. */
export const $dialog = atom<DialogRequest | undefined>()

/** Whether a dialog is open; not every one is in `$dialog`. What the page opens by itself waits then. */
export function isDialogOpen(): boolean {
  return Boolean($dialog.get() ?? document.querySelector('dialog[open]'))
}

export function closeDialog(): void {
  $dialog.set(undefined)
}
