import type { CallHeaders, Results } from '../contract/client.ts'
import type { Language } from '../domain/language.ts'
import { call, type Answer } from './call.ts'
import { deviceHeaders } from './device.ts'

/** The auth service's calls (`docs/product.md#service-contract`), in the safer form where there are two. */

/** A 202 response. */
export type Accepted = Answer<never[]>
/** `registered`: whether the account was made by this very call. */
export type SocialSignIn = Results<'auth', 'POST /user/with/google'>

export function login(email: string, password: string, isKept: boolean) {
  const headers = signInHeaders(isKept)
  return call('auth', 'POST /user/login/', { email, password }, { headers })
}

export function register(newEmail: string, newPassword: string) {
  const headers = signInHeaders(true)
  return call('auth', 'POST /user/register/', { newEmail, newPassword }, { headers })
}

/** Exchanges the provider's ID token; only `register` makes an account that is not there yet. */
export function socialSignIn(
  mode: 'login' | 'register',
  idToken: string,
  isKept: boolean,
): Promise<Answer<SocialSignIn>> {
  const line = mode === 'login' ? 'POST /user/login/with/google' : 'POST /user/with/google'
  return call('auth', line, { idToken }, { headers: signInHeaders(isKept) })
}

/** A session that is not kept ends on the server as well, within hours. */
function signInHeaders(isKept: boolean): CallHeaders<'auth', 'POST /user/login/'> {
  return { ...deviceHeaders(), ...(!isKept && { KeepSignedIn: '0' }) }
}

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
