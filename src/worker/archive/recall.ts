import { now } from '../config/clock.ts'
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

const POSTS = `
  SELECT count(*) AS posts FROM (
    SELECT 1 FROM comment WHERE comment.user_id = ?4 AND ${COUNTS} LIMIT 1000)`

/** How many posts of a person the archives have, of each at most 1,000. */
export async function archivedPosts(env: Env, userId: string): Promise<number> {
  if (archivesOf(env).size === 0) return 0
  const rows = await askArchives<{ posts: number }>(env, await archiveView(env), POSTS, [userId])
  return rows.reduce((sum, { posts }) => sum + posts, 0)
}

/** A person's posts, on one question (?5) or, with NULL, on some of all: never a part of those on one. */
const OF_PERSON = `
  SELECT ${rowsJson('moved_seq', 'own')}, count(DISTINCT own.question_id) AS questions FROM (
    SELECT * FROM comment WHERE comment.user_id = ?4 AND ${COUNTS} AND comment.question_id IN (
      SELECT DISTINCT some.question_id FROM comment AS some
      WHERE some.user_id = ?4 AND (?5 IS NULL OR some.question_id = ?5)
      LIMIT ${QUESTIONS_AT_ONCE})) AS own`

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
const ARCHIVES = 'SELECT DISTINCT archive FROM question WHERE archive IS NOT NULL'

/**
 * Moves a person's posts back to the main database, those on one question or all of them. Everything that changes a post
 * does this first, so that it finds all living posts of the person on the question there, with the triggers that count.
 * @throws Error when an archive is not bound any more
 */
export async function recall(env: Env, userId: string, questionId?: string): Promise<void> {
  const asked = questionId ? env.DB.prepare(ARCHIVE_OF).bind(questionId) : env.DB.prepare(ARCHIVES)
  const { results } = await asked.all<{ archive: number }>()
  for (const { archive: number } of results) {
    const archive = archiveOf(env, number)
    for (let isMore = true; isMore;) {
      const statement = bindView(
        archive.prepare(OF_PERSON),
        await archiveView(env),
        userId,
        questionId ?? null,
      )
      const { rows, questions } = (await statement.first<{ rows: string; questions: number }>())!
      if (questions === 0) break
      const [, , marked] = await env.DB.batch([
        env.DB.prepare(BEGIN_TRANSFER),
        env.DB.prepare(STORE).bind(rows, number),
        env.DB.prepare(MARK).bind(rows, number),
        env.DB.prepare(END_TRANSFER),
      ])
      await finishRecalls(env)
      isMore = questions === QUESTIONS_AT_ONCE && marked!.meta.changes > 0
    }
  }
}

/**
 * Recalls every post of a person whose account is about to be deleted. Those that are here stay: without the hold, a run of
 * the move could take them away until the account is gone. What is left in the archives are copies that do not count.
 */
export async function recallForDeletion(env: Env, userId: string): Promise<void> {
  if (archivesOf(env).size === 0) return
  await env.DB.prepare(
    `INSERT INTO archive_hold (user_id, held_at) SELECT id, ?2 FROM user WHERE id = ?1
     ON CONFLICT (user_id) DO UPDATE SET held_at = excluded.held_at`,
  )
    .bind(userId, now(env))
    .run()
  await recall(env, userId)
  for (const archive of archivesOf(env).values())
    await archive.prepare('DELETE FROM comment WHERE user_id = ?1').bind(userId).run()
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
