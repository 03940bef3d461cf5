import { logout } from '../../stores/sign-out.ts'
import { unsubscribe } from '../account/push-subscription.ts'
import { openModal } from '../dialogs/open-modal.ts'

/** The time that a log out waits for the browser's push service. */
const UNSUBSCRIBE_TIMEOUT_MS = 1_000

/** Opens the page's own logout dialog (in `SideMenu.astro`), which needs nothing else to be loaded. */
export function openLogoutDialog(dialog: HTMLDialogElement): void {
  dialog.returnValue = ''
  const logOutIfConfirmed = () => {
    if (dialog.returnValue === 'yes') void unsubscribeAndLogout()
  }
  dialog.addEventListener('close', logOutIfConfirmed, { once: true })
  // After the menu has closed, so that closing the dialog gives the focus back to what opened the menu.
  setTimeout(() => openModal(dialog))
}

/** The next person at this browser gets no reminders of this one. */
async function unsubscribeAndLogout(): Promise<void> {
  await Promise.race([
    unsubscribe(),
    new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS)),
  ])
  logout()
}
