import { addressCounter, emailCounter } from './client-address.ts'
import { countAttempt, limit, MINUTE } from '../limits.ts'

const QUARTER_HOUR = 15 * MINUTE
const FORGIVE = 'UPDATE attempt_counter SET count = count - 1 WHERE name IN (?1, ?2) AND count > 0'

/**
 * Counts a sign-in as failed before it is tried, for its connection and for its address: of many at once no more than
 * ten are tried.
 * @returns takes the counting back; to be called unless the password was wrong
 * @throws ServiceError tooManyAttempts
 */
export async function expectFailure(
  env: Env,
  headers: Headers,
  emailKey: string,
): Promise<() => Promise<void>> {
  const most = limit(env, 'signInFailuresPerQuarterHour')
  const ip = await addressCounter(env, headers, 'signIn')
  const email = await emailCounter(env, emailKey, 'signIn')
  await countAttempt(env, ip, most, QUARTER_HOUR)
  await countAttempt(env, email, most, QUARTER_HOUR)
  return async () => {
    await env.DB.prepare(FORGIVE).bind(ip, email).run()
  }
}

/** Forgets an address's failures: its owner has proved to be one by mail. */
export async function forgetFailures(env: Env, emailKey: string): Promise<D1PreparedStatement> {
  const name = await emailCounter(env, emailKey, 'signIn')
  return env.DB.prepare('DELETE FROM attempt_counter WHERE name = ?1').bind(name)
}
