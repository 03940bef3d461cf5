import type { Language } from '../domain/language.ts'
import { call, type CallResult } from './call.ts'

/** The auth service's calls (`docs/product.md#service-contract`), in the safer form where there are two. */

/** A 202 response. */
export type Accepted = CallResult<never[]>
export function emailAvailable(email: string): Promise<Accepted> {
  return call('auth', 'GET /user/email/available/', { email })
}

export function usernameAvailable(username: string): Promise<Accepted> {
  return call('auth', 'GET /user/username/available/', { username })
}

export function sendActivationCode(email: string, language: Language): Promise<Accepted> {
  return call('auth', 'GET /user/register/complete/', { email, language })
}

export function sendResetCode(email: string, language: Language): Promise<Accepted> {
  return call('auth', 'GET /user/password/reset/', { email, language })
}

/** Whether the code is valid now; does not use it up. */
export function checkCode(email: string, passcode: string): Promise<Accepted> {
  return call('auth', 'GET /user/key/available/', { email, passcode })
}

export function activate(email: string, passcode: string, language: Language): Promise<Accepted> {
  return call('auth', 'PUT /user/status/activated', { email, passcode, language })
}

export function resetPassword(
  email: string,
  newPassword: string,
  passcode: string,
  language: Language,
): Promise<Accepted> {
  return call('auth', 'PUT /user/password/reset/', { email, newPassword, passcode, language })
}

/** Opens code entry again with the token of the mailed link. */
export function unlockCode(token: string): Promise<Accepted> {
  return call('auth', 'PUT /user/key/unlock/', { token })
}
