import { errorCode, type Failure } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { keepEnteredEmail, leaveSetting } from '../../browser/account/entry.ts'
import { type Problems } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'

/** Fetches the user and goes back, where the notice is shown. */
export async function finishSaved(setting: 'password' | 'gender' | 'birthYear'): Promise<void> {
  await reloadUser()
  leaveSetting(t('notice.saved', { setting: t(`settings.${setting}`) }), setting)
}

/** Handles a failure without a sentence of its own. */
export function refused(failure: Failure): Problems | void {
  if (failure.code !== errorCode.userNotActivated) return { form: failureText(failure) }
  keepEnteredEmail($user.get()?.email ?? '')
  location.assign('/otp_email')
}
