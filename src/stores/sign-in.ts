import type { CallResult } from '../api/result.ts'
import type { CallHeaders, Results } from '../contract/call-types.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { call } from './call.ts'

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
  const endpoint = mode === 'login' ? 'POST /user/login/with/google' : 'POST /user/with/google'
  return call('auth', endpoint, { idToken }, { headers: signInHeaders(isPersistent) })
}

/** A session that is not kept ends on the server as well, within hours. */
function signInHeaders(isPersistent: boolean): CallHeaders<'auth', 'POST /user/login/'> {
  return { ...deviceHeaders(), AdmitSuspended: '1', ...(!isPersistent && { KeepSignedIn: '0' }) }
}

/**
 * The device headers that only a browser knows (`docs/product.md#device-information`); the worker adds the other three.
 * Offsets are minutes: `TimezoneOffset` is what to add to local time for UTC, `DSTOffset` how far summer time moves the clock.
 */
function deviceHeaders(): Record<string, string> {
  const now = new Date()
  const offset = now.getTimezoneOffset()
  const [january = 0, july = 0] = [0, 6].map((month) =>
    new Date(now.getFullYear(), month).getTimezoneOffset(),
  )
  return {
    LocalLanguage: navigator.language,
    Resolution: `${screen.width}x${screen.height}`,
    TimezoneOffset: String(offset),
    LocalTime: new Date(+now - offset * MINUTE_MS).toISOString().slice(0, 19),
    DSTOffset: String(Math.abs(january - july)),
  }
}
