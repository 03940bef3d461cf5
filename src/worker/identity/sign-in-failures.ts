import { MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { networkCounter, emailCounter } from './counter-names.ts'
import { countAttempt } from '../http/count-in-database.ts'

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
