import { codeOf, type Answer, type Failure } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import type { Translate } from '../../i18n/translate.ts'
import { authorizedCall, reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { go, keepEnteredEmail } from '../../browser/account/entry.ts'
import { failureText } from '../ui/failure-text.ts'
import type { Problems } from '../ui/use-form.ts'
import { goBackWith } from '../../browser/account/notice.ts'

export function changeSetting(path: string, body: unknown): Promise<Answer<never[]>> {
  return authorizedCall('user', path, { method: 'PUT', body })
}

/** Fetches what is set now and goes back one page, which says so. */
export async function finishSaved(): Promise<void> {
  await reloadUser()
  goBackWith({ name: 'saved' })
}

/** What to do about a failure that the screen has no words of its own for. */
export function refused(t: Translate, failure: Failure): Problems | void {
  if (codeOf(failure) !== errorCode.userNotActivated) return { form: failureText(t, failure) }
  keepEnteredEmail($user.get()?.email ?? '')
  go('/otp_email')
}
