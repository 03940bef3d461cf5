import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { isConstraintFailure } from '../db/constraint.ts'
import { isPasscode, PASSCODE_TRIES, type PasscodePurpose } from '../../domain/passcode.ts'
import { countAttempt, DAY, MINUTE } from '../http/limits.ts'
import { emailCounter } from './client-address.ts'
import { codeHash } from './issue-passcode.ts'

/** Whose code: the account's id, or `undefined` when the address has none, which must look the same from outside. */
export interface PasscodeHolder {
  userId: string | undefined
  emailKey: string
}

/**
 * Counts one sending to an address, before it is known whether the address has an account.
 * @throws ServiceError tooManyAttempts: one a minute for each purpose and ten a day for each address
 */
export async function countSending(
  env: Env,
  emailKey: string,
  purpose: PasscodePurpose,
): Promise<void> {
  const minute = await emailCounter(env, emailKey, `send${purpose}`)
  await countAttempt(env, minute, config(env).limits.codeSendsPerMinute, MINUTE)
  await countAttempt(
    env,
    await emailCounter(env, emailKey, 'send'),
    config(env).limits.codeSendsPerDay,
    DAY,
  )
}

const BURN = `
  UPDATE passcode SET attempts = attempts + 1
  WHERE user_id = ?1 AND expires_at > ?2 AND attempts < ?3 AND (?4 = 0 OR purpose = ?4)
    AND NOT EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?5)
  RETURNING purpose, code_hash`

const FAIL = `
  INSERT INTO passcode_lock (user_id, failures) VALUES (?1, 1)
  ON CONFLICT (user_id) DO UPDATE SET failures = failures + 1`

const GIVE_BACK =
  'UPDATE passcode SET attempts = attempts - 1 WHERE user_id = ?1 AND code_hash = ?2 AND attempts > 0'
const UNCOUNT = 'UPDATE attempt_counter SET count = count - 1 WHERE name = ?1 AND count > 0'

/**
 * Tries a code without using it up. The try is burned before the code is compared, and given back
 * when it was right.
 * @param purpose the only purpose to accept; without it, whichever code lives
 * @throws ServiceError dataNotAvailable (`passcode`) for a code that is wrong, expired or never was;
 *   tooManyAttempts once the code is dead, the address's day is full or code entry is locked
 */
export async function tryPasscode(
  env: Env,
  holder: PasscodeHolder,
  code: string,
  purpose?: PasscodePurpose,
): Promise<void> {
  if (!isPasscode(code)) throw wrong()
  const { userId } = holder
  const burned =
    userId &&
    (await env.DB.prepare(BURN)
      .bind(userId, now(env), PASSCODE_TRIES, purpose ?? 0, config(env).limits.codeFailuresInARow)
      .first<{ purpose: PasscodePurpose; code_hash: string }>())
  if (!burned) return refuse(env, holder)

  const guesses = await emailCounter(env, holder.emailKey, 'guess')
  await countAttempt(env, guesses, config(env).limits.codeGuessesPerDay, DAY)
  if ((await codeHash(env, userId, burned.purpose, code)) !== burned.code_hash) {
    await env.DB.prepare(FAIL).bind(userId).run()
    throw wrong()
  }
  await env.DB.batch([
    env.DB.prepare(GIVE_BACK).bind(userId, burned.code_hash),
    env.DB.prepare(UNCOUNT).bind(guesses),
    env.DB.prepare('DELETE FROM passcode_lock WHERE user_id = ?1').bind(userId),
  ])
}

const DEAD = `
  SELECT expires_at FROM passcode WHERE user_id = ?1 AND expires_at > ?2 AND (attempts >= ?3
    OR EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?4))`

const BURN_DECOY = `
  UPDATE attempt_counter SET count = count + 1 WHERE name = ?1 AND window_ends_at > ?2 RETURNING count, window_ends_at`

const IS_LOCKED = 'SELECT 1 FROM passcode_lock WHERE user_id = ?1 AND failures >= ?2'

/** The answer where no code can be compared: the same with an account and without one. */
async function refuse(env: Env, { userId = '', emailKey }: PasscodeHolder): Promise<never> {
  const nowMs = now(env)
  const lock = config(env).limits.codeFailuresInARow
  const [dead, decoy, locked] = await env.DB.batch<{
    expires_at: number
    count: number
    window_ends_at: number
  }>([
    env.DB.prepare(DEAD).bind(userId, nowMs, PASSCODE_TRIES, lock),
    env.DB.prepare(BURN_DECOY).bind(await emailCounter(env, emailKey, 'decoy'), nowMs),
    env.DB.prepare(IS_LOCKED).bind(userId, lock),
  ])
  const standing = decoy?.results[0]
  if (dead?.results[0]) throw tooMany(dead.results[0].expires_at - nowMs)
  if (!standing) throw wrong()
  if (standing.count > PASSCODE_TRIES) throw tooMany(standing.window_ends_at - nowMs)
  if (locked?.results[0]) throw tooMany(DAY)
  await countAttempt(
    env,
    await emailCounter(env, emailKey, 'guess'),
    config(env).limits.codeGuessesPerDay,
    DAY,
  )
  await countAttempt(env, await emailCounter(env, emailKey, 'decoyFailure'), lock, YEAR)
  throw wrong()
}

/** Fails the whole batch it opens unless the code is there to be used up. */
const REQUIRE = `
  INSERT INTO passcode (user_id, purpose, code_hash, created_at, expires_at)
  SELECT NULL, 1, '', 0, 0 WHERE NOT EXISTS (
    SELECT 1 FROM passcode WHERE user_id = ?1 AND purpose = ?2 AND code_hash = ?3 AND expires_at > ?4)`

/**
 * Tries a code and uses it up in one transaction with what it permits: of several that come at once, one wins.
 * @param effects called once the code is known to be right; its statements run only with the code's end
 * @throws ServiceError as `tryPasscode`
 */
export async function redeemPasscode(
  env: Env,
  holder: PasscodeHolder,
  code: string,
  purpose: PasscodePurpose,
  effects: (userId: string) => D1PreparedStatement[] | Promise<D1PreparedStatement[]>,
): Promise<void> {
  await tryPasscode(env, holder, code, purpose)
  const { userId } = holder
  if (!userId) throw wrong()
  const statements = await effects(userId)
  const hash = await codeHash(env, userId, purpose, code)
  try {
    await env.DB.batch([
      env.DB.prepare(REQUIRE).bind(userId, purpose, hash, now(env)),
      env.DB.prepare('DELETE FROM passcode WHERE user_id = ?1').bind(userId),
      ...statements,
    ])
  } catch (error) {
    throw isConstraintFailure(error, 'passcode.user_id') ? wrong() : error
  }
}

const YEAR = 365 * DAY

function wrong(): ServiceError {
  return new ServiceError('dataNotAvailable', { field: 'passcode' })
}

function tooMany(milliseconds: number): ServiceError {
  return new ServiceError('tooManyAttempts', {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  })
}
