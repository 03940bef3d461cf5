import { unsubscribe } from '../account/push-subscription.ts'
import { logout } from '../../stores/sign-out.ts'

/** The time that a log out waits for the browser's push service. */
const UNSUBSCRIBE_TIMEOUT_MS = 1_000

/** Logs out; the next person at this browser gets no reminders of this one. */
export async function unsubscribeAndLogout(): Promise<void> {
  await Promise.race([
    unsubscribe(),
    new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS)),
  ])
  logout()
}
