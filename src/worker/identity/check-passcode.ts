import { DAY_MS, YEAR_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { tooManyAttempts, notAvailable } from '../http/service.ts'
import { batch, batchOrRefuse, requireState } from '../db/database.ts'
import { isPasscode, MAX_PASSCODE_ATTEMPTS, type PasscodePurpose } from '../../domain/passcode.ts'
import { countAttempt, emailCounter } from './rate-limit.ts'
import { holderKey, passcodeHash, type PasscodeHolder } from './send-passcode.ts'

/** `?1` is the holder, `?2` now, `?3` a purpose or 0 for all. */
const IS_LIVE = 'holder = ?1 AND expires_at > ?2 AND (?3 = 0 OR purpose = ?3)'

const READ_LIVE = `SELECT purpose, code_hash, attempts, expires_at FROM issued_passcode WHERE ${IS_LIVE}`

/** `?1` is an account, or `?2` the failure counter of an address without one; the other is empty. */
const IS_LOCKED = `
  SELECT 1 FROM passcode_lock WHERE user_id = ?1 AND failures >= ?3
  UNION ALL SELECT 1 FROM attempt_counter WHERE name = ?2 AND count >= ?3 AND window_ends_at > ?4`

const COUNT_ATTEMPT = `
  UPDATE issued_passcode SET attempts = attempts + 1 WHERE ${IS_LIVE} AND attempts < ?4
    AND NOT EXISTS (SELECT 1 FROM passcode_lock WHERE passcode_lock.user_id = ?1 AND failures >= ?5)`

const COUNT_FAILURE = `
  INSERT INTO passcode_lock (user_id, failures) VALUES (?1, ?2)
  ON CONFLICT (user_id) DO UPDATE SET failures = failures + excluded.failures`

const REFUND_ATTEMPT = `
  UPDATE issued_passcode SET attempts = attempts - 1
  WHERE holder = ?1 AND attempts > 0 AND code_hash IN (SELECT value FROM json_each(?2))`
const REFUND_GUESS = 'UPDATE attempt_counter SET count = count - ?2 WHERE name = ?1 AND count >= ?2'

/** A passcode, or a decoy, which has no hash. */
interface Live {
  purpose: PasscodePurpose
  code_hash: string | null
  attempts: number
  expires_at: number
}

/**
 * Counts one attempt in one round trip. Runs the same statements with and without an account or a passcode, so that
 * timing reveals neither.
 * @returns the passcodes that the attempt was counted for
 * @throws ServiceError as `checkPasscode`, except for a wrong passcode
 */
async function countPasscodeAttempt(
  env: Env,
  holder: PasscodeHolder,
  failuresName: string,
  purpose: PasscodePurpose | undefined,
): Promise<Live[]> {
  const nowMs = now(env)
  const { userId = '' } = holder
  const { codeFailuresInARow: maxFailures } = config(env).limits
  const live = [holderKey(env, holder), nowMs, purpose ?? 0] as const
  const { codes, lock } = await batch<{ codes: Live; lock: object }>(env.DB, {
    codes: env.DB.prepare(READ_LIVE).bind(...live),
    lock: env.DB.prepare(IS_LOCKED).bind(userId, userId ? '' : failuresName, maxFailures, nowMs),
    count: env.DB.prepare(COUNT_ATTEMPT).bind(...live, MAX_PASSCODE_ATTEMPTS, maxFailures),
  })
  const all = codes.results
  if (all.length === 0) throw wrong()
  const open = all.filter(({ attempts }) => attempts < MAX_PASSCODE_ATTEMPTS)
  if (open.length === 0 || lock.results.length > 0)
    throw tooManyAttempts(Math.max(...all.map(({ expires_at }) => expires_at)) - nowMs)
  return open
}

/**
 * Checks a passcode without consuming it. Counts the attempt before comparing, and refunds it on success.
 * @param purpose without it, compares with the passcode of each purpose and counts a guess for each
 * @throws ServiceError dataNotAvailable (`passcode`) for a wrong, expired or unknown passcode; tooManyAttempts when
 *   it is exhausted, the address's daily limit is reached or passcode entry is locked
 */
export async function checkPasscode(
  env: Env,
  holder: PasscodeHolder,
  passcode: string,
  purpose?: PasscodePurpose,
): Promise<void> {
  if (!isPasscode(passcode)) throw wrong()
  const { userId, emailKey } = holder
  const failures = emailCounter(env, emailKey, 'decoyFailure')
  const open = await countPasscodeAttempt(env, holder, failures, purpose)
  const guesses = emailCounter(env, emailKey, 'guess')
  const { codeGuessesPerDay } = config(env).limits
  await countAttempt(env, guesses, codeGuessesPerDay, DAY_MS, open.length)
  const compared = open.map(
    (one) => passcodeHash(env, userId ?? '', one.purpose, passcode) === one.code_hash,
  )
  if (!userId) {
    await countAttempt(env, failures, Infinity, YEAR_MS, open.length)
    throw wrong()
  }
  if (!compared.includes(true)) {
    await env.DB.prepare(COUNT_FAILURE).bind(userId, open.length).run()
    throw wrong()
  }
  const hashes = JSON.stringify(open.map(({ code_hash }) => code_hash))
  await env.DB.batch([
    env.DB.prepare(REFUND_ATTEMPT).bind(userId, hashes),
    env.DB.prepare(REFUND_GUESS).bind(guesses, open.length),
    env.DB.prepare('DELETE FROM passcode_lock WHERE user_id = ?1').bind(userId),
  ])
}

const IS_VALID = `EXISTS (
  SELECT 1 FROM issued_passcode WHERE holder = ?1 AND purpose = ?2 AND code_hash = ?3 AND expires_at > ?4)`
const USE_UP = 'DELETE FROM issued_passcode WHERE holder = ?1 AND purpose = ?2'

/**
 * Consumes a passcode and runs its effects in one transaction: of concurrent calls, one wins.
 * @param effects called only for a right passcode; the statements run only if it is consumed
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
  const hash = passcodeHash(env, userId, purpose, passcode)
  const used = [
    requireState(env, IS_VALID, userId, purpose, hash, now(env)),
    env.DB.prepare(USE_UP).bind(userId, purpose),
  ]
  await batchOrRefuse(env, [...used, ...statements], wrong)
}

const wrong = () => notAvailable('passcode')
