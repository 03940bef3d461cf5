import { type CallResult, codeOf, errorCode } from '../../api/result.ts'
import { goBack } from '../../browser/account/entry.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { call } from '../../stores/call.ts'

/** The code in the address of a page that follows a code screen. */
export const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

export function isCodeDead(result: CallResult<unknown>): boolean {
  const code = codeOf(result)
  return code === errorCode.dataNotAvailable || code === errorCode.tooManyAttempts
}

/** Leads back to `start` where the code does not hold for the address, once that is known. */
export async function leaveWithoutCode(email: string | undefined, start: string): Promise<void> {
  const passcode = passCode()
  if (!isPasscode(passcode)) return goBack(start)
  if (email && isCodeDead(await call('auth', 'GET /user/key/available/', { email, passcode })))
    goBack(start)
}
