import { type CallResult, errorCode } from '../../api/result.ts'
import { storedTokens } from '../../api/tokens.ts'
import { goBack } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'

/** The code in the address of a page that follows a code screen. */
export const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

export function isCodeDead(result: CallResult<unknown>): boolean {
  return result.code === errorCode.dataNotAvailable || result.code === errorCode.tooManyAttempts
}

/**
 * Leads back to `start`, which says why, where the code does not hold for the address.
 * @param email `null` without one; `undefined` while it is not known
 */
export async function leaveWithoutCode(
  email: string | null | undefined,
  start: string,
): Promise<void> {
  const passcode = passCode()
  const holds =
    email !== null &&
    isPasscode(passcode) &&
    !(email && isCodeDead(await call('auth', 'GET /user/key/available/', { email, passcode })))
  if (holds) return
  // Who has just reset a password, and goes back, is signed in.
  if (email !== null || !storedTokens()) leaveNotice(t('otp.needed'))
  goBack(start)
}
