import type { CallHeaders, Results } from '../contract/call-types.ts'
import { call, type CallResult } from './call.ts'
import { deviceHeaders } from './device.ts'

/** The auth service's calls that begin a session; they carry `docs/product.md#device-information`. */

/** `registered`: whether the account was made by this very call. */
type SocialSignIn = Results<'auth', 'POST /user/with/google'>

export function login(email: string, password: string, isPersistent: boolean) {
  const headers = signInHeaders(isPersistent)
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
  isPersistent: boolean,
): Promise<CallResult<SocialSignIn>> {
  const line = mode === 'login' ? 'POST /user/login/with/google' : 'POST /user/with/google'
  return call('auth', line, { idToken }, { headers: signInHeaders(isPersistent) })
}

/** A session that is not kept ends on the server as well, within hours. */
function signInHeaders(isPersistent: boolean): CallHeaders<'auth', 'POST /user/login/'> {
  return { ...deviceHeaders(), AdmitSuspended: '1', ...(!isPersistent && { KeepSignedIn: '0' }) }
}
