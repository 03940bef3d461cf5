import { DAY } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { errorName, log } from '../logging/log.ts'
import {
  archiveOf,
  archivesOf,
  archiveView,
  askArchives,
  BEGIN_TRANSFER,
  bindView,
  COUNTS,
  END_TRANSFER,
  insertRecalled,
  isArchived,
  movedRows,
  rowsJson,
} from './archives.ts'

/** Questions whose posts of a person come back at once, at most three on each. */
const QUESTIONS_AT_ONCE = 150
/** Rows that are deleted in the archives at once. */
const MAX_ROWS = 500

/** A post as those need it who act on it. */
export interface ArchivedPost {
  text: string
  authorId: string
  questionId: string
}

const POST = `
  SELECT comment.text, comment.user_id AS authorId, comment.question_id AS questionId,
    comment.moved_seq AS movedSeq
  FROM comment WHERE comment.id = ?4 AND ${COUNTS}`

/** A post that is in an archive; nothing is asked where there is none. */
export async function archivedPost(env: Env, id: string): Promise<ArchivedPost | undefined> {
  if (archivesOf(env).size === 0) return undefined
  const view = await archiveView(env)
  const [post] = await askArchives<ArchivedPost & { movedSeq: number }>(env, view, POST, [id])
  return post && (await isArchived(env, post)) ? post : undefined
}

/**
 * What the main database has, or an archive. A post that comes back between the two looks is found by the third.
 * @param here looks in the main database
 */
export async function inEither<Here, There>(
  env: Env,
  here: () => Promise<Here | null | undefined>,
  there: () => Promise<There | undefined>,
): Promise<Here | There | undefined> {
  const found = (await here()) ?? (await there())
  if (found !== undefined || archivesOf(env).size === 0) return found
  return (await here()) ?? undefined
}

const POSTS = `
  SELECT count(*) AS posts FROM (
    SELECT 1 FROM comment WHERE comment.user_id = ?4 AND ${COUNTS} LIMIT 1000)`

/** How many posts of a person the archives have, of each at most 1,000. */
export async function archivedPosts(env: Env, userId: string): Promise<number> {
  if (archivesOf(env).size === 0) return 0
  const rows = await askArchives<{ posts: number }>(env, await archiveView(env), POSTS, [userId])
  return rows.reduce((sum, { posts }) => sum + posts, 0)
}

/** A person's posts on the next questions after ?6, or on ?5 alone: never a part of those on one. */
const OF_PERSON = `
  WITH own_question (id) AS (
    SELECT DISTINCT some.question_id FROM comment AS some
    WHERE some.user_id = ?4 AND (?5 IS NULL OR some.question_id = ?5) AND some.question_id > ?6
    ORDER BY some.question_id LIMIT ${QUESTIONS_AT_ONCE})
  SELECT ${rowsJson('moved_seq')}, (SELECT count(*) FROM own_question) AS questions,
    (SELECT max(id) FROM own_question) AS last
  FROM comment WHERE comment.user_id = ?4 AND ${COUNTS}
    AND comment.question_id IN (SELECT id FROM own_question)`

/** ?1: rows; ?2: the archive. Rows that a run of the move has copied but not yet deleted here are not recalled. */
const RECALLED = `${movedRows('?1')} JOIN question ON question.id = moved.question_id
  AND question.archive = ?2 AND question.archived_seq >= moved.moved_seq`

/** A row that is here already, also without its text, stays as it is. */
const STORE = insertRecalled(
  `${RECALLED} WHERE EXISTS (SELECT 1 FROM user WHERE user.id = moved.user_id)`,
)
/** Follows STORE: a row that is in the main database now, or belongs to nobody. */
const MARK = `
  INSERT INTO recalled_comment (seq, archive) SELECT moved.seq, ?2 FROM ${RECALLED}
  WHERE EXISTS (SELECT 1 FROM comment WHERE comment.seq = moved.seq)
    OR NOT EXISTS (SELECT 1 FROM user WHERE user.id = moved.user_id)
  ON CONFLICT DO NOTHING`

/** Of a question, and of all of them, each once. */
const ARCHIVE_OF = 'SELECT archive FROM question WHERE id = ?1 AND archive IS NOT NULL'
const ARCHIVES = 'SELECT DISTINCT archive FROM question WHERE archived_seq >= 0'

/**
 * Moves a person's posts back to the main database, those on one question or all of them. Everything that changes a post
 * does this first, so that it finds all living posts of the person on the question there, with the triggers that count.
 * @throws Error when an archive is not bound any more
 */
export async function recall(env: Env, userId: string, questionId?: string): Promise<void> {
  const asked = questionId ? env.DB.prepare(ARCHIVE_OF).bind(questionId) : env.DB.prepare(ARCHIVES)
  const { results } = await asked.all<{ archive: number }>()
  for (const { archive } of results) await recallFrom(env, archive, { userId, questionId })
}

/** Somebody whose account is deleted, for the time of a transaction: the triggers count what goes with a row. */
const APPEAR = `
  INSERT INTO user (id, username, username_key, email, email_key, created_at)
  VALUES (?1, '', 'departed ' || ?1, '', 'departed ' || ?1, 0)`
const DEPART = 'DELETE FROM user WHERE id = ?1'

interface Recalled {
  userId: string
  questionId?: string | undefined
  /** Whether the account is deleted, so that the posts are deleted as soon as they are here. */
  hasDeparted?: boolean
}

async function recallFrom(
  env: Env,
  number: number,
  { userId, questionId, hasDeparted = false }: Recalled,
): Promise<void> {
  const { DB } = env
  const archive = archiveOf(env, number)
  let after = ''
  for (let isMore = true; isMore;) {
    const view = await archiveView(env)
    const own = bindView(archive.prepare(OF_PERSON), view, userId, questionId ?? null, after)
    const next = (await own.first<{ rows: string; questions: number; last: string | null }>())!
    if (next.last === null) return
    await DB.batch([
      DB.prepare(BEGIN_TRANSFER),
      ...(hasDeparted ? [DB.prepare(APPEAR).bind(userId)] : []),
      DB.prepare(STORE).bind(next.rows, number),
      DB.prepare(MARK).bind(next.rows, number),
      DB.prepare(END_TRANSFER),
      ...(hasDeparted ? [DB.prepare(DEPART).bind(userId)] : []),
    ])
    await finishRecalls(env)
    after = next.last
    isMore = next.questions === QUESTIONS_AT_ONCE
  }
}

/** What is left in an archive afterwards are copies that do not count. */
async function recallAll(env: Env, number: number, recalled: Recalled): Promise<void> {
  await recallFrom(env, number, recalled)
  const statement = archiveOf(env, number).prepare('DELETE FROM comment WHERE user_id = ?1')
  await statement.bind(recalled.userId).run()
}

/**
 * Recalls every post of a person whose account is about to be deleted. Those that are here stay: without the hold, a run of
 * the move could take them away until the account is gone. An archive that does not respond is left to the cron, which
 * does the same once the account is gone.
 * @returns whether every archive responded
 */
export async function recallForDeletion(env: Env, userId: string): Promise<boolean> {
  const { results } = await env.DB.prepare(ARCHIVES).all<{ archive: number }>()
  const numbers = new Set([...archivesOf(env).keys(), ...results.map(({ archive }) => archive)])
  if (numbers.size === 0) return true
  await env.DB.prepare(HOLD).bind(userId, now(env)).run()
  const left: number[] = []
  for (const number of numbers)
    await recallAll(env, number, { userId }).catch((error: unknown) => {
      log(env, 'warn', 'archive-left', { archive: number, error: errorName(error) })
      left.push(number)
    })
  if (left.length === 0) return true
  await env.DB.prepare(LEAVE).bind(userId, now(env), JSON.stringify(left)).run()
  return false
}

const HOLD = `
  INSERT INTO archive_hold (user_id, held_at) SELECT id, ?2 FROM user WHERE id = ?1
  ON CONFLICT (user_id) DO UPDATE SET held_at = excluded.held_at`
const LEAVE = `
  INSERT INTO archive_departure (user_id, archive, asked_at)
  SELECT ?1, value, ?2 FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING`

/** People of one run of the cron. */
const MAX_DEPARTURES = 20
const IS_GONE = 'NOT EXISTS (SELECT 1 FROM user WHERE user.id = archive_departure.user_id)'
const DEPARTED = `
  SELECT user_id AS userId, archive FROM archive_departure
  WHERE ${IS_GONE} AND archive IN (SELECT value FROM json_each(?1)) LIMIT ${MAX_DEPARTURES}`
const STAYED = `DELETE FROM archive_departure WHERE asked_at < ?1 AND NOT ${IS_GONE}`
const HAS_LEFT = 'DELETE FROM archive_departure WHERE user_id = ?1 AND archive = ?2'

/** Deletes the archived posts of people whose account was deleted while an archive did not respond. */
export async function finishDepartures(env: Env): Promise<void> {
  await env.DB.prepare(STAYED)
    .bind(now(env) - DAY)
    .run()
  const numbers = JSON.stringify([...archivesOf(env).keys()])
  const { results } = await env.DB.prepare(DEPARTED)
    .bind(numbers)
    .all<{ userId: string; archive: number }>()
  for (const { userId, archive } of results) {
    await recallAll(env, archive, { userId, hasDeparted: true })
    await env.DB.prepare(HAS_LEFT).bind(userId, archive).run()
  }
}

/** ?1: the numbers of the archives. */
const UNFINISHED = `
  SELECT archive, json_group_array(seq) AS seqs FROM (
    SELECT archive, seq FROM recalled_comment
    WHERE archive IN (SELECT value FROM json_each(?1)) ORDER BY seq LIMIT ${MAX_ROWS})
  GROUP BY archive`

const IN_LIST = 'WHERE seq IN (SELECT value FROM json_each(?1))'

/** Deletes in the archives what was recalled; the cron does it where a recall broke off. */
export async function finishRecalls(env: Env): Promise<void> {
  const numbers = JSON.stringify([...archivesOf(env).keys()])
  const { results } = await env.DB.prepare(UNFINISHED)
    .bind(numbers)
    .all<{ archive: number; seqs: string }>()
  for (const { archive, seqs } of results) {
    await archiveOf(env, archive).prepare(`DELETE FROM comment ${IN_LIST}`).bind(seqs).run()
    await env.DB.prepare(`DELETE FROM recalled_comment ${IN_LIST}`).bind(seqs).run()
  }
}
