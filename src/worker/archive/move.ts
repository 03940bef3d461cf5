import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { requireState, isUnmet } from '../db/require-state.ts'
import { isVisible } from '../db/stored-comment.ts'
import { log } from '../logging/log.ts'
import {
  archiveOf,
  archiveSizes,
  archivesOf,
  BEGIN_TRANSFER,
  END_TRANSFER,
  insertArchived,
  isMovable,
  movedRows,
  rowsJson,
} from './archives.ts'
import { finishRecalls } from './recall.ts'

/** People whose posts move in one transaction, at most three posts each: below the 2 MB of one value of D1. */
const PEOPLE_AT_ONCE = 500
/** Time that one run of the cron gives to the move; the next run continues. */
const BUDGET_MS = 20_000
/** Longer than a run takes. */
const LEASE_MS = 5 * MINUTE_MS
/** An archive takes no further question beyond this size: the alarm is raised at 8 GB, and D1 ends at 10. */
const FULL_BYTES = 7_500_000_000

/** SQL: nothing is moved during a backup, which copies table after table. */
const NO_BACKUP = 'NOT EXISTS (SELECT 1 FROM backup WHERE finished_at IS NULL)'

/** SQL: the oldest question before ?1 that is not archived; none while posts wait for `jobs/comment-languages.ts`. */
const OLDEST = `
  SELECT id FROM question WHERE archive IS NULL AND preview_at < ?1
    AND NOT EXISTS (SELECT 1 FROM comment WHERE language IS NULL AND deleted_at IS NULL)
  ORDER BY preview_at LIMIT 1`

const IS_DUE = `
  SELECT ${NO_BACKUP}
    AND coalesce((SELECT question_id FROM archive_move WHERE id = 1), (${OLDEST})) IS NOT NULL AS isDue`

/** A token is never given twice, not even by a database that was restored. ?1: now; ?2: the end of the lease. */
const CLAIM = `
  UPDATE archive_move SET token = max(token + 1, ?1), leased_until = ?2
  WHERE id = 1 AND leased_until <= ?1 RETURNING token`
const RELEASE = 'UPDATE archive_move SET leased_until = 0 WHERE id = 1 AND token = ?1'

/** ?1: the first day that stays; ?2: the token; ?3: the archive. */
const BEGIN = [
  `UPDATE archive_move SET question_id = (${OLDEST})
   WHERE id = 1 AND token = ?2 AND question_id IS NULL`,
  `UPDATE question SET archive = ?2, archived_seq = 0
   WHERE archive IS NULL AND id = (SELECT question_id FROM archive_move WHERE id = 1 AND token = ?1)`,
] as const

const MOVING = `
  SELECT question.id, question.archive, question.archived_seq AS archivedSeq, 1 AS isLeft
  FROM archive_move JOIN question ON question.id = archive_move.question_id
  WHERE archive_move.id = 1 AND ${NO_BACKUP}`

/** A question that is being moved. */
interface Moving {
  id: string
  /** The number of its archive. */
  archive: number
  archivedSeq: number
  /** Whether a run that broke off may have left rows in the archive. */
  isLeft: 0 | 1
}

/**
 * The posts of the next people in the order of each one's last post. Somebody with a post that is hidden or has a case stays
 * here with all posts on the question. ?1: the question; ?2: what is done; ?3: how many people.
 */
const NEXT_PEOPLE = `
  SELECT comment.user_id, comment.own_day, comment.seq AS moved_seq FROM comment
  WHERE comment.question_id = ?1 AND comment.seq > ?2 AND ${isVisible}
    AND NOT EXISTS (SELECT 1 FROM archive_hold WHERE archive_hold.user_id = comment.user_id)
    AND NOT EXISTS (SELECT 1 FROM comment AS other
      WHERE other.user_id = comment.user_id AND other.own_day = comment.own_day
        AND other.question_id = ?1 AND other.deleted_at IS NULL
        AND (other.seq > comment.seq OR other.hidden_at IS NOT NULL
          OR EXISTS (SELECT 1 FROM moderation_case WHERE moderation_case.comment_id = other.id)))
  ORDER BY comment.seq LIMIT ?3`
const NEXT = `
  SELECT ${rowsJson('next.moved_seq')}, count(*) AS count, count(DISTINCT next.user_id) AS people,
    max(next.moved_seq) AS last
  FROM (${NEXT_PEOPLE}) AS next CROSS JOIN comment ON comment.user_id = next.user_id
    AND comment.own_day = next.own_day AND comment.question_id = ?1 AND comment.deleted_at IS NULL`

interface NextRows {
  rows: string
  count: number
  people: number
  last: number | null
}

const FENCE = 'UPDATE archive_fence SET token = ?1 WHERE id = 1 AND token <= ?1'
const IS_NEWEST = '(SELECT token FROM archive_fence WHERE id = 1) = ?1'
/** Rows that were copied and whose deletion here failed. ?2: the question; ?3: what is done. */
const CLEAR = `DELETE FROM comment WHERE question_id = ?2 AND moved_seq > ?3 AND ${IS_NEWEST}`
const COPY = insertArchived(`${movedRows('?2')} WHERE ${IS_NEWEST}`)
const COPIED = `
  SELECT count(*) AS count FROM ${movedRows('?1')} CROSS JOIN comment ON comment.seq = moved.seq
    AND comment.moved_seq = moved.moved_seq`

/** ?1: the rows; ?2: their number; ?3: the token. */
const IS_UNCHANGED = `
  (SELECT token FROM archive_move WHERE id = 1) = ?3 AND ${NO_BACKUP} AND ?2 = (
    SELECT count(*) FROM ${movedRows('?1')} CROSS JOIN comment ON comment.seq = moved.seq AND ${isMovable})`
const ADVANCE = 'UPDATE question SET archived_seq = ?2 WHERE id = ?1'
const REMOVE = `DELETE FROM comment WHERE seq IN (SELECT moved.seq FROM ${movedRows('?1')})`
const END = 'UPDATE archive_move SET question_id = NULL WHERE id = 1'

/**
 * Moves the posts of closed days to an archive, a bounded part of them in each run (`docs/decisions/0023-archive.md`).
 * Without a binding `ARCHIVE_1` nothing is asked and nothing moves.
 */
export async function archiveDays(env: Env, peopleAtOnce = PEOPLE_AT_ONCE): Promise<void> {
  if (archivesOf(env).size === 0) return
  const nowMs = now(env)
  await finishRecalls(env)
  await env.DB.prepare('DELETE FROM archive_hold WHERE held_at < ?1')
    .bind(nowMs - DAY_MS)
    .run()
  const before = tokyoDayStart(addDays(tokyoDay(nowMs), -config(env).archiveAfterDays))
  if (!(await env.DB.prepare(IS_DUE).bind(before).first<number>('isDue'))) return
  const token = await env.DB.prepare(CLAIM)
    .bind(nowMs, nowMs + LEASE_MS)
    .first<number>('token')
  if (token === null) return
  const startedAt = Date.now()
  let posts = 0
  try {
    let moving: Moving | undefined
    while (Date.now() < startedAt + BUDGET_MS) {
      moving ??= await nextQuestion(env, token, before)
      if (!moving) break
      const moved = await moveNext(env, token, moving, peopleAtOnce)
      posts += moved.posts
      moving = moved.moving
    }
  } finally {
    await env.DB.prepare(RELEASE).bind(token).run()
  }
  if (posts > 0) log(env, 'info', 'archive', { posts, ms: Date.now() - startedAt })
}

/** The question that a run has begun to move, or else the next one. */
async function nextQuestion(env: Env, token: number, before: number) {
  const { DB } = env
  const moving = await DB.prepare(MOVING).first<Moving>()
  if (moving) return moving
  const withRoom = (await archiveSizes(env)).find(([, bytes]) => bytes < FULL_BYTES)
  if (!withRoom) {
    log(env, 'warn', 'archives-full', { archives: archivesOf(env).size })
    return undefined
  }
  const [, , begun] = await DB.batch<Moving>([
    DB.prepare(BEGIN[0]).bind(before, token),
    DB.prepare(BEGIN[1]).bind(token, withRoom[0]),
    DB.prepare(MOVING),
  ])
  return begun!.results[0]
}

/**
 * Copies the posts of the next people and deletes them here, in one transaction with the mark how far the move is. Nothing
 * moves when one of them was deleted or reported meanwhile: they are read again.
 * @returns the number of posts that moved, and the question unless it has to be read again
 * @throws Error when the archive is not bound any more, or does not have them all
 */
async function moveNext(env: Env, token: number, moving: Moving, peopleAtOnce: number) {
  const { DB } = env
  const { id, archivedSeq, isLeft } = moving
  const archive = archiveOf(env, moving.archive)
  const next = (await DB.prepare(NEXT).bind(id, archivedSeq, peopleAtOnce).first<NextRows>())!
  const { rows, count, people } = next
  const last = next.last ?? archivedSeq
  const isEnd = people < peopleAtOnce
  const results = await archive.batch<{ count: number }>([
    archive.prepare(FENCE).bind(token),
    ...(isLeft ? [archive.prepare(CLEAR).bind(token, id, archivedSeq)] : []),
    archive.prepare(COPY).bind(token, rows),
    archive.prepare(COPIED).bind(rows),
  ])
  if (results.at(-1)!.results[0]!.count !== count)
    throw new Error('the archive does not have every post')
  try {
    await DB.batch([
      requireState(env, IS_UNCHANGED, rows, count, token),
      DB.prepare(BEGIN_TRANSFER),
      DB.prepare(ADVANCE).bind(id, last),
      DB.prepare(REMOVE).bind(rows),
      DB.prepare(END_TRANSFER),
      ...(isEnd ? [DB.prepare(END)] : []),
    ])
  } catch (error) {
    if (isUnmet(error)) return { posts: 0, moving: undefined }
    throw error
  }
  const left: Moving = { ...moving, archivedSeq: last, isLeft: 0 }
  return { posts: count, moving: isEnd ? undefined : left }
}
