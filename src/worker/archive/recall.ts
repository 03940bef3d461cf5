import {
  ARCHIVED_ROW,
  archiveOf,
  archivesOf,
  archiveView,
  queryArchives,
  BEGIN_TRANSFER,
  bindView,
  COUNTS,
  END_TRANSFER,
  insertRecalled,
  isArchived,
  movedRows,
  rowsJson,
  type ArchivedRow,
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
  SELECT comment.text, ${ARCHIVED_ROW} FROM comment WHERE comment.id = ?4 AND ${COUNTS}`

/** A post that is in an archive, unless its author's account is deleted; nothing is asked where there is no archive. */
export async function archivedPost(env: Env, id: string): Promise<ArchivedPost | undefined> {
  if (archivesOf(env).size === 0) return undefined
  const view = await archiveView(env)
  const [post] = await queryArchives<ArchivedPost & ArchivedRow>(env, view, POST, [id])
  return post && (await isArchived(env, post)) ? post : undefined
}

/**
 * Reads from the main database, else from an archive. A post that comes back between the two looks is found by the
 * third.
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

/** The number of a person's archived posts, at most 1,000 of each archive. */
export async function archivedPosts(env: Env, userId: string): Promise<number> {
  if (archivesOf(env).size === 0) return 0
  const rows = await queryArchives<{ posts: number }>(env, await archiveView(env), POSTS, [userId])
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

/** A row that exists keeps its values, even when its text was removed. */
const STORE = insertRecalled(
  `${RECALLED} WHERE EXISTS (SELECT 1 FROM user WHERE user.id = moved.user_id)`,
)
/**
 * Follows STORE: a row that is in the main database now. One whose author is gone stays for `finishArchiveDeletions`, which
 * counts it.
 */
const MARK = `
  INSERT INTO recalled_comment (seq, archive) SELECT moved.seq, ?2 FROM ${RECALLED}
  WHERE EXISTS (SELECT 1 FROM comment WHERE comment.seq = moved.seq)
  ON CONFLICT DO NOTHING`

/** The archive of a question, and all archives, each once. */
const ARCHIVE_OF = 'SELECT archive FROM question WHERE id = ?1 AND archive IS NOT NULL'
export const ARCHIVES = 'SELECT DISTINCT archive FROM question WHERE archived_seq >= 0'

/**
 * Moves a person's posts back to the main database, those on one question or all of them. Everything that changes a
 * post does this first, so that it finds all undeleted posts of the person on the question there, with the triggers that
 * count.
 * @throws Error when an archive is not bound any more
 */
export async function recall(env: Env, userId: string, questionId?: string): Promise<void> {
  const statement = questionId
    ? env.DB.prepare(ARCHIVE_OF).bind(questionId)
    : env.DB.prepare(ARCHIVES)
  const { results } = await statement.all<{ archive: number }>()
  for (const { archive } of results) await recallFrom(env, archive, { userId, questionId })
}

interface Recalled {
  userId: string
  questionId?: string | undefined
  /** Statements around those that store the posts, in the same transaction. */
  before?: D1PreparedStatement[]
  after?: D1PreparedStatement[]
}

async function recallFrom(
  env: Env,
  number: number,
  { userId, questionId, before = [], after = [] }: Recalled,
): Promise<void> {
  const { DB } = env
  const archive = archiveOf(env, number)
  let last = ''
  for (let isMore = true; isMore;) {
    const view = await archiveView(env)
    const own = bindView(archive.prepare(OF_PERSON), view, userId, questionId ?? null, last)
    const next = (await own.first<{ rows: string; questions: number; last: string | null }>())!
    if (next.last === null) return
    await DB.batch([
      ...before,
      DB.prepare(BEGIN_TRANSFER),
      DB.prepare(STORE).bind(next.rows, number),
      DB.prepare(MARK).bind(next.rows, number),
      DB.prepare(END_TRANSFER),
      ...after,
    ])
    await deleteRecalled(env, number)
    last = next.last
    isMore = next.questions === QUESTIONS_AT_ONCE
  }
}

/** Every post of a person in an archive; what is left there afterwards are copies that do not count, and is deleted. */
export async function recallAll(env: Env, number: number, recalled: Recalled): Promise<void> {
  await recallFrom(env, number, recalled)
  const statement = archiveOf(env, number).prepare('DELETE FROM comment WHERE user_id = ?1')
  await statement.bind(recalled.userId).run()
}

const UNFINISHED = `
  SELECT json_group_array(seq) AS seqs FROM (
    SELECT seq FROM recalled_comment WHERE archive = ?1 ORDER BY seq LIMIT ${MAX_ROWS})`

const IN_LIST = 'WHERE seq IN (SELECT value FROM json_each(?1))'

/** Deletes in the archives what was recalled; the cron does it where a recall broke off. */
export function finishRecalls(env: Env): Promise<void> {
  return forEachSequentially([...archivesOf(env).keys()], (number) => deleteRecalled(env, number))
}

async function deleteRecalled(env: Env, number: number): Promise<void> {
  const seqs = (await env.DB.prepare(UNFINISHED).bind(number).first<string>('seqs'))!
  if (seqs === '[]') return
  await archiveOf(env, number).prepare(`DELETE FROM comment ${IN_LIST}`).bind(seqs).run()
  await env.DB.prepare(`DELETE FROM recalled_comment ${IN_LIST}`).bind(seqs).run()
}

/** Each although another fails. @throws the first of the errors */
export async function forEachSequentially<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await run(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
