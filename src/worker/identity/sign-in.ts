import { deviceHeaderNames } from '../../contract/fields.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { countAttempt, emailCounter, networkCounter } from './rate-limit.ts'

const MAX_CHARACTERS = 256
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

export function isDeviceValue(text: string): boolean {
  return text.length <= MAX_CHARACTERS && PRINTABLE_ASCII.test(text)
}

export interface SignIn {
  /** Values of `deviceHeaderNames`, `null` when absent or invalid. */
  device: (string | null)[]
  /** `KeepSignedIn: 0` limits the session to twelve hours. */
  isPersistent: boolean
  /** `AdmitSuspended: 1` lets a suspended account sign in. */
  admitsSuspended: boolean
}

export function signInOf(headers: Headers): SignIn {
  const device = deviceHeaderNames.map((name) => {
    const value = headers.get(name)
    return value !== null && isDeviceValue(value) ? value : null
  })
  return {
    device,
    isPersistent: headers.get('KeepSignedIn') !== '0',
    admitsSuspended: headers.get('AdmitSuspended') === '1',
  }
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS
const FORGIVE = 'UPDATE attempt_counter SET count = count - 1 WHERE name IN (?1, ?2) AND count > 0'

/**
 * Counts a failed sign-in in advance, so that at most ten concurrent attempts are tried. Counts by connection and by
 * address; an attempt refused here does not count.
 * @returns a function that refunds the count; call it unless the password was wrong
 * @throws ServiceError tooManyAttempts
 */
export async function expectFailure(
  env: Env,
  headers: Headers,
  emailKey: string,
): Promise<() => Promise<void>> {
  const names = [
    await networkCounter(env, headers, 'signIn'),
    await emailCounter(env, emailKey, 'signIn'),
  ]
  const forgive = async (counted = names) => {
    await env.DB.prepare(FORGIVE)
      .bind(counted[0], counted[1] ?? '')
      .run()
  }
  const most = config(env).limits.signInFailuresPerQuarterHour
  for (const [index, name] of names.entries()) {
    await countAttempt(env, name, most, QUARTER_HOUR_MS).catch(async (error) => {
      await forgive(names.slice(0, index + 1))
      throw error
    })
  }
  return () => forgive()
}

/** For an owner who has confirmed the address by mail. */
export async function clearFailures(env: Env, emailKey: string): Promise<D1PreparedStatement> {
  const name = await emailCounter(env, emailKey, 'signIn')
  return env.DB.prepare('DELETE FROM attempt_counter WHERE name = ?1').bind(name)
}
