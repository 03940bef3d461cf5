import type { CallHeaders } from '../contract/call-types.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { call } from './call.ts'

export function login(email: string, password: string, isPersistent: boolean) {
  const headers = signInHeaders(isPersistent)
  return call('auth', 'POST /user/login/', { email, password }, { headers })
}

export function register(newEmail: string, newPassword: string) {
  const headers = signInHeaders(true)
  return call('auth', 'POST /user/register/', { newEmail, newPassword }, { headers })
}

/** Exchanges the provider's ID token; only `register` creates an account. */
export function socialSignIn(mode: 'login' | 'register', idToken: string, isPersistent: boolean) {
  const endpoint = mode === 'login' ? 'POST /user/login/with/google' : 'POST /user/with/google'
  return call('auth', endpoint, { idToken }, { headers: signInHeaders(isPersistent) })
}

/** Without "keep me logged in" the server ends the session within hours as well. */
export function signInHeaders(isPersistent: boolean): CallHeaders<'auth', 'POST /user/login/'> {
  return { ...deviceHeaders(), AdmitSuspended: '1', ...(!isPersistent && { KeepSignedIn: '0' }) }
}

/**
 * Device headers that only a browser knows (`docs/product.md#device-information`). Offsets in
 * minutes: `TimezoneOffset` from local time to UTC, `DSTOffset` the summer time shift.
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
