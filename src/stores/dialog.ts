import { atom } from 'nanostores'

/** The dialogs of `docs/product.md#dialogs` that are loaded on demand, with their parameters; logging out has its own. */
export type DialogRequest =
  | { name: 'feedback'; /** Called when the person follows the link. */ onGive: () => void }
  | { name: 'updateInfo' }
  | { name: 'terms'; /** The version to agree to. */ version: string }
  | { name: 'maintenance'; /** Epoch seconds. */ end: number }
  /** Only `browser/dialogs/login-required.ts` asks for it, and shows it itself. */
  | { name: 'loginRequired' }
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
