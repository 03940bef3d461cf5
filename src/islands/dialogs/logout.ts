import { unsubscribe } from '../account/push-subscription.ts'
import { logout } from '../../stores/sign-out.ts'

const UNSUBSCRIBE_TIMEOUT_MS = 1_000

/** Logs out and unsubscribes from push, so that the next person gets no reminders. */
export async function unsubscribeAndLogout(): Promise<void> {
  await Promise.race([
    unsubscribe(),
    new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS)),
  ])
  logout()
}
