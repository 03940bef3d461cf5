import { DAY_MS, MINUTE_MS, YEAR_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { isConstraintFailure } from '../db/constraint.ts'
import { isPasscode, PASSCODE_TRIES, type PasscodePurpose } from '../../domain/passcode.ts'
import { countAttempt } from '../http/count-in-database.ts'
import { emailCounter } from './client-address.ts'
import { passcodeHash } from './issue-passcode.ts'

/**
 * The owner of a passcode: the account's id, or `undefined` when the address has no account. Both must look the same
 * from outside, in the response and in the statements that lead to it.
 */
export interface PasscodeHolder {
  userId: string | undefined
  emailKey: string
}

/**
 * Counts one sending to an address, before it is known whether the address has an account.
 * @returns seconds until the next sending
 * @throws ServiceError tooManyAttempts: one a minute for each purpose and ten a day for each address
 */
export async function countSending(
  env: Env,
  emailKey: string,
  purpose: PasscodePurpose | 'Report',
): Promise<number> {
  const minute = await emailCounter(env, emailKey, `send${purpose}`)
  const { codeSendsPerMinute, codeSendsPerDay } = config(env).limits
  const untilNext = await countAttempt(env, minute, codeSendsPerMinute, MINUTE_MS)
  const day = await emailCounter(env, emailKey, 'send')
  return Math.max(untilNext, await countAttempt(env, day, codeSendsPerDay, DAY_MS))
}

const DEAD = `
  SELECT expires_at FROM passcode WHERE user_id = ?1 AND expires_at > ?2 AND (attempts >= ?3
    OR EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?4))`

const IS_LOCKED = 'SELECT 1 FROM passcode_lock WHERE user_id = ?1 AND failures >= ?2'

const BURN = `
  UPDATE passcode SET attempts = attempts + 1
  WHERE user_id = ?1 AND expires_at > ?2 AND attempts < ?3 AND (?4 = 0 OR purpose = ?4)
    AND NOT EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?5)
  RETURNING purpose, code_hash`

/** Follows BURN in its batch: a decoy is only counted where no passcode was. */
const BURN_DECOY = `
  UPDATE attempt_counter SET count = count + 1 WHERE name = ?1 AND window_ends_at > ?2 AND changes() = 0
  RETURNING count, window_ends_at`

const FAIL = `
  INSERT INTO passcode_lock (user_id, failures) VALUES (?1, 1)
  ON CONFLICT (user_id) DO UPDATE SET failures = failures + 1`

const GIVE_BACK =
  'UPDATE passcode SET attempts = attempts - 1 WHERE user_id = ?1 AND code_hash = ?2 AND attempts > 0'
const UNCOUNT = 'UPDATE attempt_counter SET count = count - 1 WHERE name = ?1 AND count > 0'

/** The columns of the four results of `burnAttempt`; each statement returns some of them. */
interface PasscodeRow {
  expires_at: number
  purpose: PasscodePurpose
  code_hash: string
  count: number
  window_ends_at: number
}

/**
 * Burns one attempt in one round trip. The statements are the same for an account with a passcode, an account without
 * one and an address without an account, so that their time tells none of them apart.
 */
async function burnAttempt(
  env: Env,
  { userId = '', emailKey }: PasscodeHolder,
  purpose: PasscodePurpose | undefined,
) {
  const nowMs = now(env)
  const { codeFailuresInARow: maxFailures } = config(env).limits
  const [dead, locked, burned, decoy] = await env.DB.batch<PasscodeRow>([
    env.DB.prepare(DEAD).bind(userId, nowMs, PASSCODE_TRIES, maxFailures),
    env.DB.prepare(IS_LOCKED).bind(userId, maxFailures),
    env.DB.prepare(BURN).bind(userId, nowMs, PASSCODE_TRIES, purpose ?? 0, maxFailures),
    env.DB.prepare(BURN_DECOY).bind(await emailCounter(env, emailKey, 'decoy'), nowMs),
  ])
  return {
    nowMs,
    maxFailures,
    dead: dead?.results[0],
    isLocked: locked?.results[0] !== undefined,
    burned: burned?.results[0],
    decoy: decoy?.results[0],
  }
}

type Attempt = Awaited<ReturnType<typeof burnAttempt>>

/**
 * Checks a passcode without using it up. The attempt is burned before the passcode is compared, and given back when
 * it was right.
 * @param purpose the only purpose to accept; without it, any purpose
 * @throws ServiceError dataNotAvailable (`passcode`) for a passcode that is wrong, expired or never existed;
 *   tooManyAttempts once it is dead, the address's day is full or passcode entry is locked
 */
export async function tryPasscode(
  env: Env,
  holder: PasscodeHolder,
  passcode: string,
  purpose?: PasscodePurpose,
): Promise<void> {
  if (!isPasscode(passcode)) throw wrong()
  const attempt = await burnAttempt(env, holder, purpose)
  const { userId } = holder
  const { burned } = attempt
  if (!userId || !burned) return refuse(env, holder, attempt)

  const guesses = await emailCounter(env, holder.emailKey, 'guess')
  await countAttempt(env, guesses, config(env).limits.codeGuessesPerDay, DAY_MS)
  if ((await passcodeHash(env, userId, burned.purpose, passcode)) !== burned.code_hash) {
    await env.DB.prepare(FAIL).bind(userId).run()
    throw wrong()
  }
  await env.DB.batch([
    env.DB.prepare(GIVE_BACK).bind(userId, burned.code_hash),
    env.DB.prepare(UNCOUNT).bind(guesses),
    env.DB.prepare('DELETE FROM passcode_lock WHERE user_id = ?1').bind(userId),
  ])
}

/** Refuses where no passcode can be compared. A decoy counts its two writes as a wrong passcode does. */
async function refuse(
  env: Env,
  { emailKey }: PasscodeHolder,
  { dead, decoy, isLocked, nowMs, maxFailures }: Attempt,
): Promise<never> {
  if (dead) throw tooMany(dead.expires_at - nowMs)
  if (!decoy) throw wrong()
  if (decoy.count > PASSCODE_TRIES) throw tooMany(decoy.window_ends_at - nowMs)
  if (isLocked) throw tooMany(DAY_MS)
  const guesses = await emailCounter(env, emailKey, 'guess')
  await countAttempt(env, guesses, config(env).limits.codeGuessesPerDay, DAY_MS)
  const failures = await emailCounter(env, emailKey, 'decoyFailure')
  await countAttempt(env, failures, maxFailures, YEAR_MS)
  throw wrong()
}

/** Fails the whole batch that it opens unless the passcode still exists. */
const REQUIRE = `
  INSERT INTO passcode (user_id, purpose, code_hash, created_at, expires_at)
  SELECT NULL, 1, '', 0, 0 WHERE NOT EXISTS (
    SELECT 1 FROM passcode WHERE user_id = ?1 AND purpose = ?2 AND code_hash = ?3 AND expires_at > ?4)`

/**
 * Checks a passcode and uses it up in one transaction with what it permits: of several concurrent calls, one wins.
 * @param effects called once the passcode is known to be right; its statements run only when it is used up
 * @throws ServiceError as `tryPasscode`
 */
export async function redeemPasscode(
  env: Env,
  holder: PasscodeHolder,
  passcode: string,
  purpose: PasscodePurpose,
  effects: (userId: string) => D1PreparedStatement[] | Promise<D1PreparedStatement[]>,
): Promise<void> {
  await tryPasscode(env, holder, passcode, purpose)
  const { userId } = holder
  if (!userId) throw wrong()
  const statements = await effects(userId)
  const hash = await passcodeHash(env, userId, purpose, passcode)
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

function wrong(): ServiceError {
  return new ServiceError('dataNotAvailable', { field: 'passcode' })
}

function tooMany(milliseconds: number): ServiceError {
  return new ServiceError('tooManyAttempts', {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  })
}
