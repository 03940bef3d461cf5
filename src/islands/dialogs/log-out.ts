import { storages } from '../../api/storage.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { t } from '../../i18n/translate.ts'
import { logout } from '../../stores/sign-out.ts'
import { unsubscribe } from '../account/push-subscription.ts'

const UNSUBSCRIBE_TIMEOUT_MS = 1_000

export const hasDraft = () =>
  storages().some((storage) =>
    Object.keys(storage).some(
      // What is left of a failed post has no text.
      (key) => /^(?:Desk)?Drafts?:/.test(key) && !/^{}$|"text":""/.test(storage.getItem(key)!),
    ),
  )

/** Logs out and unsubscribes from push, so that the next person gets no reminders. */
export async function unsubscribeAndLogout(): Promise<void> {
  await withTimeout(unsubscribe(), UNSUBSCRIBE_TIMEOUT_MS).catch(() => {})
  logout()
  leaveNotice(t('dialog.logout.done'))
}
