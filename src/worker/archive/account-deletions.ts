import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { requireState, isUnmet } from '../db/require-state.ts'
import { isRefusedStatement, ServiceError } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import { archivesOf } from './archives.ts'
import { ARCHIVES, forEachSequentially, recallAll } from './recall.ts'

/**
 * Recalls every post of a person whose account is about to be deleted. Those that are here stay: without the hold, a run of
 * the move could take them away until the account is gone. The cron retries an archive that does not respond: it
 * does the same once the account is gone.
 * @returns whether every archive responded
 * @throws a fault of the code, which the cron would only repeat: nothing is deleted
 */
export async function recallForDeletion(env: Env, userId: string): Promise<boolean> {
  const { results } = await env.DB.prepare(ARCHIVES).all<{ archive: number }>()
  const numbers = new Set([...archivesOf(env).keys(), ...results.map(({ archive }) => archive)])
  if (numbers.size === 0) return true
  await env.DB.prepare(INSERT_HOLD).bind(userId, now(env)).run()
  const left: number[] = []
  for (const number of numbers)
    await recallAll(env, number, { userId }).catch((error: unknown) => {
      if (isFault(error)) throw error
      log(env, 'warn', 'archive-left', { archive: number, error: errorName(error) })
      left.push(number)
    })
  if (left.length === 0) return true
  await env.DB.prepare(INSERT_DELETIONS).bind(userId, now(env), JSON.stringify(left)).run()
  return false
}

/** Unlike an archive that is not bound, or any failure on the way to it. */
const isFault = (error: unknown) =>
  isRefusedStatement(error) ||
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  (error instanceof ServiceError && error.error !== 'databaseConnectionFailed')

const INSERT_HOLD = `
  INSERT INTO archive_hold (user_id, held_at) SELECT id, ?2 FROM user WHERE id = ?1
  ON CONFLICT (user_id) DO UPDATE SET held_at = excluded.held_at`
const INSERT_DELETIONS = `
  INSERT INTO archive_departure (user_id, archive, asked_at)
  SELECT ?1, value, ?2 FROM json_each(?3) WHERE true
  ON CONFLICT (user_id, archive) DO UPDATE SET asked_at = excluded.asked_at`

/** Temporary row of a deleted user, inside one transaction: the triggers count the comments that are deleted with it. */
const INSERT_TEMPORARY_USER = `
  INSERT INTO user (id, username, username_key, email, email_key, created_at)
  VALUES (?1, '', 'departed ' || ?1, '', 'departed ' || ?1, 0)`
const DELETE_TEMPORARY_USER = 'DELETE FROM user WHERE id = ?1'

/** People of one run of the cron. */
const MAX_DELETIONS = 20
const IS_GONE = 'NOT EXISTS (SELECT 1 FROM user WHERE user.id = archive_departure.user_id)'
/** Pending deletions, the one tried longest ago first, so that an archive that does not respond does not delay another. */
const DUE = `
  SELECT user_id AS userId, archive FROM archive_departure
  WHERE ${IS_GONE} AND leased_until <= ?2 AND archive IN (SELECT value FROM json_each(?1))
  ORDER BY leased_until, asked_at LIMIT ${MAX_DELETIONS}`
const DELETE_ABANDONED = `DELETE FROM archive_departure WHERE asked_at < ?1 AND NOT ${IS_GONE}`

const OF_DELETION = 'user_id = ?1 AND archive = ?2'
/** Longer than a run takes. */
const LEASE_MS = 5 * MINUTE_MS
/** Compare-and-set: one of two concurrent runs gets the lease. ?3: its end; ?4: now. */
const CLAIM = `
  UPDATE archive_departure SET leased_until = ?3 WHERE ${OF_DELETION} AND leased_until <= ?4 RETURNING 1`
const HAS_LEASE = `EXISTS (SELECT 1 FROM archive_departure WHERE ${OF_DELETION} AND leased_until = ?3)`
const DELETE_FINISHED = `DELETE FROM archive_departure WHERE ${OF_DELETION} AND leased_until = ?3`
/** ?4: now, the time of the last try. */
const RELEASE = `UPDATE archive_departure SET leased_until = ?4 WHERE ${OF_DELETION} AND leased_until = ?3`

/**
 * Deletes the archived posts of people whose account was deleted while an archive did not respond. A run that was overtaken
 * deletes nothing more in the main database, so that no post is counted twice.
 * @throws the first of the errors, after every pending deletion was tried
 */
export async function finishArchiveDeletions(env: Env): Promise<void> {
  const { DB } = env
  await DB.prepare(DELETE_ABANDONED)
    .bind(now(env) - DAY_MS)
    .run()
  const numbers = JSON.stringify([...archivesOf(env).keys()])
  const { results } = await DB.prepare(DUE)
    .bind(numbers, now(env))
    .all<{ userId: string; archive: number }>()
  await forEachSequentially(results, async ({ userId, archive }) => {
    const nowMs = now(env)
    const lease = nowMs + LEASE_MS
    const claimed = await DB.prepare(CLAIM).bind(userId, archive, lease, nowMs).first()
    if (!claimed) return
    try {
      await recallAll(env, archive, {
        userId,
        before: [
          requireState(env, HAS_LEASE, userId, archive, lease),
          DB.prepare(INSERT_TEMPORARY_USER).bind(userId),
        ],
        after: [DB.prepare(DELETE_TEMPORARY_USER).bind(userId)],
      })
      await DB.prepare(DELETE_FINISHED).bind(userId, archive, lease).run()
    } catch (error) {
      await DB.prepare(RELEASE).bind(userId, archive, lease, nowMs).run()
      // Another run has the lease.
      if (!isUnmet(error)) throw error
    }
  })
}
