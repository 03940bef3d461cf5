import type { Language } from '../domain/language.ts'
import { call, type Answer } from './call.ts'
import { deviceHeaders } from './device.ts'
import type { Tokens } from './storage.ts'

/** The auth service's calls (`contract.md`), in the safer form where there are two. */

export interface Registration extends Tokens {
  username: string
}
export interface SocialSignIn extends Registration {
  /** Whether the account was made by this very call. */
  registered: boolean
}
/** A 202 answer. */
export type Accepted = Answer<never[]>

const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`

export function login(email: string, password: string, isKept: boolean): Promise<Answer<Tokens>> {
  const body = { email, password }
  return call('auth', '/user/login/', { method: 'POST', body, headers: signInHeaders(isKept) })
}

export function register(newEmail: string, newPassword: string): Promise<Answer<Registration>> {
  const body = { newEmail, newPassword }
  return call('auth', '/user/register/', { method: 'POST', body, headers: signInHeaders(true) })
}

/** Exchanges the provider's ID token; only `register` makes an account that is not there yet. */
export function socialSignIn(
  mode: 'login' | 'register',
  idToken: string,
  isKept: boolean,
): Promise<Answer<SocialSignIn>> {
  const path = mode === 'login' ? '/user/login/with/google' : '/user/with/google'
  return call('auth', path, { method: 'POST', body: { idToken }, headers: signInHeaders(isKept) })
}

/** A session that is not kept ends on the server as well, within hours. */
function signInHeaders(isKept: boolean): Record<string, string> {
  return { ...deviceHeaders(), ...(!isKept && { KeepSignedIn: '0' }) }
}

export function emailAvailable(email: string): Promise<Accepted> {
  return call('auth', `/user/email/available/${query({ email })}`)
}

export function usernameAvailable(username: string): Promise<Accepted> {
  return call('auth', `/user/username/available/${query({ username })}`)
}

export function sendActivationCode(email: string, language: Language): Promise<Accepted> {
  return call('auth', `/user/register/complete/${query({ email, language })}`)
}

export function sendResetCode(email: string, language: Language): Promise<Accepted> {
  return call('auth', `/user/password/reset/${query({ email, language })}`)
}

/** Whether the code is valid now; does not use it up. */
export function checkCode(email: string, passcode: string): Promise<Accepted> {
  return call('auth', `/user/key/available/${query({ email, passcode })}`)
}

export function activate(email: string, passcode: string, language: Language): Promise<Accepted> {
  const body = { email, passcode, language }
  return call('auth', '/user/status/activated', { method: 'PUT', body })
}

export function resetPassword(
  email: string,
  newPassword: string,
  passcode: string,
  language: Language,
): Promise<Accepted> {
  const body = { email, newPassword, passcode, language }
  return call('auth', '/user/password/reset/', { method: 'PUT', body })
}

/** Opens code entry again with the token of the mailed link. */
export function unlockCode(token: string): Promise<Accepted> {
  return call('auth', '/user/key/unlock/', { method: 'PUT', body: { token } })
}
