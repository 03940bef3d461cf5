import { type CallResult, codeOf, errorCode } from '../../api/result.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { call } from '../../stores/call.ts'
import { goBack } from './entry.ts'

export const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

export function isCodeDead(result: CallResult<unknown>): boolean {
  const code = codeOf(result)
  return code === errorCode.dataNotAvailable || code === errorCode.tooManyAttempts
}

/** Goes back from a page whose address has no code, or one that is not of this person. */
export async function leaveWithoutCode(
  back: string,
  email: string | null | undefined,
): Promise<void> {
  const passcode = passCode()
  if (!isPasscode(passcode)) return goBack(back)
  if (email && isCodeDead(await call('auth', 'GET /user/key/available/', { email, passcode })))
    goBack(back)
}
