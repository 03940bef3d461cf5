import { DAY_MS, YEAR_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { isConstraintFailure } from '../db/constraint.ts'
import { isPasscode, MAX_PASSCODE_ATTEMPTS, type PasscodePurpose } from '../../domain/passcode.ts'
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

const EXHAUSTED = `
  SELECT expires_at FROM passcode WHERE user_id = ?1 AND expires_at > ?2 AND (attempts >= ?3
    OR EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?4))`

const IS_LOCKED = 'SELECT 1 FROM passcode_lock WHERE user_id = ?1 AND failures >= ?2'

const COUNT_ATTEMPT = `
  UPDATE passcode SET attempts = attempts + 1
  WHERE user_id = ?1 AND expires_at > ?2 AND attempts < ?3 AND (?4 = 0 OR purpose = ?4)
    AND NOT EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?5)
  RETURNING purpose, code_hash`

/** Follows COUNT_ATTEMPT in its batch: a decoy is only counted where no passcode was. */
const COUNT_DECOY_ATTEMPT = `
  UPDATE attempt_counter SET count = count + 1 WHERE name = ?1 AND window_ends_at > ?2 AND changes() = 0
  RETURNING count, window_ends_at`

const COUNT_FAILURE = `
  INSERT INTO passcode_lock (user_id, failures) VALUES (?1, 1)
  ON CONFLICT (user_id) DO UPDATE SET failures = failures + 1`

const REFUND_ATTEMPT =
  'UPDATE passcode SET attempts = attempts - 1 WHERE user_id = ?1 AND code_hash = ?2 AND attempts > 0'
const REFUND_GUESS = 'UPDATE attempt_counter SET count = count - 1 WHERE name = ?1 AND count > 0'

/** The columns of the four results of `countPasscodeAttempt`; each statement returns some of them. */
interface PasscodeRow {
  expires_at: number
  purpose: PasscodePurpose
  code_hash: string
  count: number
  window_ends_at: number
}

/**
 * Counts one attempt in one round trip. The statements are the same for an account with a passcode, an account without
 * one and an address without an account, so that their time tells none of them apart.
 */
async function countPasscodeAttempt(
  env: Env,
  { userId = '', emailKey }: PasscodeHolder,
  purpose: PasscodePurpose | undefined,
) {
  const nowMs = now(env)
  const { codeFailuresInARow: maxFailures } = config(env).limits
  const [exhausted, locked, counted, decoy] = await env.DB.batch<PasscodeRow>([
    env.DB.prepare(EXHAUSTED).bind(userId, nowMs, MAX_PASSCODE_ATTEMPTS, maxFailures),
    env.DB.prepare(IS_LOCKED).bind(userId, maxFailures),
    env.DB.prepare(COUNT_ATTEMPT).bind(
      userId,
      nowMs,
      MAX_PASSCODE_ATTEMPTS,
      purpose ?? 0,
      maxFailures,
    ),
    env.DB.prepare(COUNT_DECOY_ATTEMPT).bind(await emailCounter(env, emailKey, 'decoy'), nowMs),
  ])
  return {
    nowMs,
    maxFailures,
    exhausted: exhausted?.results[0],
    isLocked: locked?.results[0] !== undefined,
    counted: counted?.results[0],
    decoy: decoy?.results[0],
  }
}

type Attempt = Awaited<ReturnType<typeof countPasscodeAttempt>>

/**
 * Checks a passcode without using it up. The attempt is counted before the passcode is compared, and refunded when
 * it was right.
 * @param purpose the only purpose to accept; without it, any purpose
 * @throws ServiceError dataNotAvailable (`passcode`) for a passcode that is wrong, expired or never existed;
 *   tooManyAttempts once it is exhausted, the address's day is full or passcode entry is locked
 */
export async function checkPasscode(
  env: Env,
  holder: PasscodeHolder,
  passcode: string,
  purpose?: PasscodePurpose,
): Promise<void> {
  if (!isPasscode(passcode)) throw wrong()
  const attempt = await countPasscodeAttempt(env, holder, purpose)
  const { userId } = holder
  const { counted } = attempt
  if (!userId || !counted) return refuse(env, holder, attempt)

  const guesses = await emailCounter(env, holder.emailKey, 'guess')
  await countAttempt(env, guesses, config(env).limits.codeGuessesPerDay, DAY_MS)
  if ((await passcodeHash(env, userId, counted.purpose, passcode)) !== counted.code_hash) {
    await env.DB.prepare(COUNT_FAILURE).bind(userId).run()
    throw wrong()
  }
  await env.DB.batch([
    env.DB.prepare(REFUND_ATTEMPT).bind(userId, counted.code_hash),
    env.DB.prepare(REFUND_GUESS).bind(guesses),
    env.DB.prepare('DELETE FROM passcode_lock WHERE user_id = ?1').bind(userId),
  ])
}

/** Refuses where no passcode can be compared. A decoy counts its two writes as a wrong passcode does. */
async function refuse(
  env: Env,
  { emailKey }: PasscodeHolder,
  { exhausted, decoy, isLocked, nowMs, maxFailures }: Attempt,
): Promise<never> {
  if (exhausted) throw tooMany(exhausted.expires_at - nowMs)
  if (!decoy) throw wrong()
  if (decoy.count > MAX_PASSCODE_ATTEMPTS) throw tooMany(decoy.window_ends_at - nowMs)
  if (isLocked) throw tooMany(DAY_MS)
  const guesses = await emailCounter(env, emailKey, 'guess')
  await countAttempt(env, guesses, config(env).limits.codeGuessesPerDay, DAY_MS)
  const failures = await emailCounter(env, emailKey, 'decoyFailure')
  await countAttempt(env, failures, maxFailures, YEAR_MS)
  throw wrong()
}

/** Fails the whole batch that it opens unless the passcode still exists. */
const REQUIRE_PASSCODE = `
  INSERT INTO passcode (user_id, purpose, code_hash, created_at, expires_at)
  SELECT NULL, 1, '', 0, 0 WHERE NOT EXISTS (
    SELECT 1 FROM passcode WHERE user_id = ?1 AND purpose = ?2 AND code_hash = ?3 AND expires_at > ?4)`

/**
 * Checks a passcode and uses it up in one transaction with what it permits: of several concurrent calls, one wins.
 * @param effects called once the passcode is known to be right; its statements run only when it is used up
 * @throws ServiceError as `checkPasscode`
 */
export async function consumePasscode(
  env: Env,
  holder: PasscodeHolder,
  passcode: string,
  purpose: PasscodePurpose,
  effects: (userId: string) => D1PreparedStatement[] | Promise<D1PreparedStatement[]>,
): Promise<void> {
  await checkPasscode(env, holder, passcode, purpose)
  const { userId } = holder
  if (!userId) throw wrong()
  const statements = await effects(userId)
  const hash = await passcodeHash(env, userId, purpose, passcode)
  try {
    await env.DB.batch([
      env.DB.prepare(REQUIRE_PASSCODE).bind(userId, purpose, hash, now(env)),
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
