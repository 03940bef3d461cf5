import { logout } from '../../stores/sign-out.ts'
import { openModal } from '../dialogs/open-modal.ts'

/** Opens the page's own log-out dialog (`LogoutDialog.astro`), which needs nothing else to be loaded. */
export function openLogoutDialog(dialog: HTMLDialogElement): void {
  dialog.returnValue = ''
  const logOutIfConfirmed = () => {
    if (dialog.returnValue === 'yes') logout()
  }
  dialog.addEventListener('close', logOutIfConfirmed, { once: true })
  // After the menu has closed, so that closing the dialog gives the focus back to what opened the menu.
  setTimeout(() => openModal(dialog))
}
