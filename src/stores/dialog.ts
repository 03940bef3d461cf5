import { atom } from 'nanostores'

export interface SharedQuestion {
  questionId: string
  question: string
  /** The page's, unless it is named here. */
  date?: string
  answer?: string
  commentId?: string | undefined
}

/** Dialogs loaded on demand, with their parameters (`docs/product.md#dialogs`). */
export type DialogRequest =
  | { name: 'feedback'; onShown: () => void; onGive: () => void }
  | { name: 'updateInfo'; /** A note's day, or an announcement's start. */ newest: string }
  | { name: 'terms'; /** Terms version. */ version: string }
  | { name: 'maintenance'; /** Epoch seconds. */ end: number }
  | { name: 'loginRequired' }
  | { name: 'logout' }
  | ({ name: 'share' } & SharedQuestion)
  | { name: 'accountNotFound' }
  | { name: 'verificationSent'; /** Masked. */ email: string }
  | { name: 'deletePost' | 'deletePicture'; onConfirm: () => void }
  | { name: 'report'; commentId: string }

export const $dialog = atom<DialogRequest | undefined>()

/** Whether any dialog is open, including those outside `$dialog`. */
export function isDialogOpen(): boolean {
  return Boolean($dialog.get() ?? document.querySelector('dialog[open]'))
}

export function closeDialog(): void {
  $dialog.set(undefined)
}
