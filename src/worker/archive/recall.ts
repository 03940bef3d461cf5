import {
  archivesOf,
  archiveView,
  askArchives,
  BEGIN_TRANSFER,
  bindView,
  COUNTS,
  END_TRANSFER,
  insertRecalled,
  movedRows,
  rowsJson,
} from './archives.ts'

/** Posts of a person that move at once, at most three of them on one question. */
const MAX_ROWS = 500

/** A post as those need it who act on it. */
export interface ArchivedPost {
  text: string
  authorId: string
  questionId: string
}

const POST = `
  SELECT comment.text, comment.user_id AS authorId, comment.question_id AS questionId FROM comment
  WHERE comment.id = ?4 AND ${COUNTS}`

/** A post that is in an archive; nothing is asked where there is none. */
export async function archivedPost(env: Env, id: string): Promise<ArchivedPost | undefined> {
  if (archivesOf(env).size === 0) return undefined
  const [post] = await askArchives<ArchivedPost>(env, await archiveView(env), POST, [id])
  return post
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

/** A person's posts, on one question (?5) or, with NULL, on any. */
const OF_PERSON = `
  SELECT ${rowsJson('moved_seq', 'own')}, count(*) AS count FROM (
    SELECT * FROM comment WHERE comment.user_id = ?4 AND (?5 IS NULL OR comment.question_id = ?5)
      AND ${COUNTS} LIMIT ${MAX_ROWS}) AS own`

/** ?1: rows; ?2: the archive. Rows that a run of the move has copied but not yet deleted here are not recalled. */
const RECALLED = `${movedRows('?1')} JOIN question ON question.id = moved.question_id
  AND question.archive = ?2 AND question.archived_seq >= moved.moved_seq`

/** A row that is here already, also without its text, stays as it is. */
const STORE = insertRecalled(
  `${RECALLED} WHERE EXISTS (SELECT 1 FROM user WHERE user.id = moved.user_id)`,
)
const MARK = `
  INSERT INTO recalled_comment (seq, archive) SELECT moved.seq, ?2 FROM ${RECALLED} WHERE true
  ON CONFLICT DO NOTHING`

/**
 * Moves a person's posts back to the main database, those on one question or all of them. Everything that changes a post
 * does this first, so that it finds all living posts of the person on the question there, with the triggers that count.
 */
export async function recall(env: Env, userId: string, questionId?: string): Promise<void> {
  for (const [number, archive] of archivesOf(env)) {
    for (let isMore = true; isMore;) {
      const statement = bindView(
        archive.prepare(OF_PERSON),
        await archiveView(env),
        userId,
        questionId ?? null,
      )
      const { rows, count } = (await statement.first<{ rows: string; count: number }>())!
      if (count > 0) {
        const [, , marked] = await env.DB.batch([
          env.DB.prepare(BEGIN_TRANSFER),
          env.DB.prepare(STORE).bind(rows, number),
          env.DB.prepare(MARK).bind(rows, number),
          env.DB.prepare(END_TRANSFER),
        ])
        await finishRecalls(env)
        isMore = count === MAX_ROWS && marked!.meta.changes > 0
      } else isMore = false
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
    'INSERT INTO archive_hold (user_id) SELECT id FROM user WHERE id = ?1 ON CONFLICT DO NOTHING',
  )
    .bind(userId)
    .run()
  await recall(env, userId)
  for (const archive of archivesOf(env).values())
    await archive.prepare('DELETE FROM comment WHERE user_id = ?1').bind(userId).run()
}

const UNFINISHED = `
  SELECT archive, json_group_array(seq) AS seqs FROM (
    SELECT archive, seq FROM recalled_comment WHERE seq > 0 ORDER BY seq LIMIT ${MAX_ROWS})
  GROUP BY archive`

const IN_LIST = 'WHERE seq IN (SELECT value FROM json_each(?1))'

/** Deletes in the archives what was recalled; the cron does it where a recall broke off. */
export async function finishRecalls(env: Env): Promise<void> {
  const { results } = await env.DB.prepare(UNFINISHED).all<{ archive: number; seqs: string }>()
  for (const { archive: number, seqs } of results) {
    const archive = archivesOf(env).get(number)
    if (!archive) continue
    await archive.prepare(`DELETE FROM comment ${IN_LIST}`).bind(seqs).run()
    await env.DB.prepare(`DELETE FROM recalled_comment ${IN_LIST}`).bind(seqs).run()
  }
}
