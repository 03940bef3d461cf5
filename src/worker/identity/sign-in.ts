import { deviceHeaderNames } from '../../contract/fields.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { countAttempt, emailCounter, networkCounter } from './rate-limit.ts'

const MAX_CHARACTERS = 256
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/** Whether the text may be a device header's value; any other is dropped. */
export function isDeviceValue(text: string): boolean {
  return text.length <= MAX_CHARACTERS && PRINTABLE_ASCII.test(text)
}

/** The device that opens a session, as the session stores it, and how long it is valid. */
export interface SignIn {
  /** The values of `deviceHeaderNames`, `null` where absent or dropped. */
  device: (string | null)[]
  /** The header `KeepSignedIn: 0` asks for a session that ends within twelve hours. */
  isPersistent: boolean
  /** The header `AdmitSuspended: 1` signs a suspended account in as well. */
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
 * Counts a sign-in as failed before it is tried, for its connection and for its address: of many at once no more than
 * ten are tried. One that is refused here was not tried, and does not count.
 * @returns takes the counting back; to be called unless the password was wrong
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

/** Clears the counter once the owner has confirmed the address by mail. */
export async function clearFailures(env: Env, emailKey: string): Promise<D1PreparedStatement> {
  const name = await emailCounter(env, emailKey, 'signIn')
  return env.DB.prepare('DELETE FROM attempt_counter WHERE name = ?1').bind(name)
}
