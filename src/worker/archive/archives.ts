import { isVisible } from '../db/stored-comment.ts'
import { ServiceError } from '../http/service.ts'

const known = new WeakMap<object, ReadonlyMap<number, D1Database>>()

/** The databases of closed days by number, from the bindings `ARCHIVE_1`, `ARCHIVE_2` …; most sites have none. */
export function archivesOf(env: object): ReadonlyMap<number, D1Database> {
  let archives = known.get(env)
  if (!archives) {
    const numbered = Object.entries(env).flatMap(([name, database]): [number, D1Database][] => {
      const number = /^ARCHIVE_([1-9]\d*)$/.exec(name)?.[1]
      return number ? [[Number(number), database as D1Database]] : []
    })
    known.set(env, (archives = new Map(numbered.sort(([one], [other]) => one - other))))
  }
  return archives
}

/** @throws ServiceError databaseConnectionFailed when the archive is not bound any more */
export function archiveOf(env: object, number: number): D1Database {
  const archive = archivesOf(env).get(number)
  if (archive) return archive
  const cause = new Error(`ARCHIVE_${number} is not bound`)
  throw new ServiceError('databaseConnectionFailed', { cause })
}

/**
 * The rows of the archives that count, from the main database. It is read before the archives: a post that moves
 * meanwhile is found once or, for that moment, not at all.
 */
export interface ArchiveView {
  /** JSON: the `seq` of posts that are in the main database again. */
  recalled: string
  /** The question whose posts are being moved, and how far that is done. */
  movingId: string | null
  movedSeq: number
}

/** SQL: the one row of `ArchiveView`. */
export const SELECT_ARCHIVE_VIEW = `
  SELECT (SELECT json_group_array(seq) FROM recalled_comment) AS recalled,
    archive_move.question_id AS movingId, coalesce(question.archived_seq, 0) AS movedSeq
  FROM archive_move LEFT JOIN question ON question.id = archive_move.question_id
  WHERE archive_move.id = 1`

/** SQL: a row of an archive's `comment` counts. ?1 to ?3: the view. */
export const COUNTS = `comment.seq NOT IN (SELECT value FROM json_each(?1))
  AND NOT (comment.question_id IS ?2 AND comment.moved_seq > ?3)`

export const bindView = (
  statement: D1PreparedStatement,
  { recalled, movingId, movedSeq }: ArchiveView,
  ...values: unknown[]
) => statement.bind(recalled, movingId, movedSeq, ...values)

/** Asks every archive with the view as ?1 to ?3 and the values from ?4 on. */
export async function queryArchives<Row>(
  env: Env,
  view: ArchiveView,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const found = await Promise.all(
    Array.from(archivesOf(env).values(), (database) =>
      bindView(database.prepare(sql), view, ...values).all<Row>(),
    ),
  )
  return found.flatMap(({ results }) => results)
}

const IS_ARCHIVED = `
  SELECT 1 FROM question WHERE id = ?1 AND archived_seq >= ?2
    AND EXISTS (SELECT 1 FROM user WHERE user.id = ?3)`

/** The columns that decide whether a row of an archive counts. */
export interface ArchivedRow {
  questionId: string
  movedSeq: number
  authorId: string
}

/** SQL: its columns of `comment`. */
export const ARCHIVED_ROW =
  'comment.question_id AS questionId, comment.moved_seq AS movedSeq, comment.user_id AS authorId'

/**
 * Whether the main database knows of a row and its author: after a restore an archive has rows that it does not know
 * of, and for a while those of people who deleted their account while it did not respond.
 */
export async function isArchived(
  env: Env,
  { questionId, movedSeq, authorId }: ArchivedRow,
): Promise<boolean> {
  const statement = env.DB.prepare(IS_ARCHIVED).bind(questionId, movedSeq, authorId)
  return (await statement.first()) !== null
}

export async function archiveView(env: Env): Promise<ArchiveView> {
  return (await env.DB.prepare(SELECT_ARCHIVE_VIEW).first<ArchiveView>())!
}

/** Columns of a post as it moves, in both directions a JSON array in this order. */
const COLUMNS = [
  'seq',
  'id',
  'question_id',
  'user_id',
  'slot',
  'text',
  'created_at',
  'text_key',
  'language',
] as const

const names = COLUMNS.join(', ')
const values = COLUMNS.map((_, index) => `moved.value ->> ${index}`).join(', ')

/**
 * SQL: rows of `comment` as one JSON text, `rows`.
 * @param movedSeq SQL of the last element of each row
 */
export const rowsJson = (movedSeq: string) =>
  `json_group_array(json_array(${COLUMNS.map((name) => `comment.${name}`).join(', ')}, ${movedSeq})) AS rows`

/** SQL: the rows of such a text, by the names of the columns that decide. */
export const movedRows = (parameter: string) => `(
  SELECT value, value ->> 0 AS seq, value ->> 2 AS question_id, value ->> 3 AS user_id,
    value ->> ${COLUMNS.length} AS moved_seq
  FROM json_each(${parameter})) AS moved`

/** SQL: stores the rows of `moved` in the archive, or in the main database; `from` is what follows FROM. */
export const insertArchived = (from: string) =>
  `INSERT OR REPLACE INTO comment (${names}, moved_seq) SELECT ${values}, moved.moved_seq FROM ${from}`
/** An id that a newer post has is replaced: no index sees the ids of both databases. */
const FREE_ID = `iif(
  EXISTS (SELECT 1 FROM comment AS other WHERE other.id = moved.value ->> 1 AND other.seq <> moved.seq),
  lower(hex(randomblob(16))), moved.value ->> 1)`
export const insertRecalled = (from: string) =>
  `INSERT INTO comment (${names}) SELECT ${values.replace('moved.value ->> 1,', `${FREE_ID},`)} FROM ${from}
   ON CONFLICT DO NOTHING`

/** SQL: around the statements of a transaction that moves posts: the counts of their questions stay. */
export const BEGIN_TRANSFER = 'INSERT INTO archive_transfer (id) VALUES (1)'
export const END_TRANSFER = 'DELETE FROM archive_transfer'

/** SQL: a row of `comment` in the main database may move: no case is about it, and its author stays. */
export const isMovable = `${isVisible}
  AND NOT EXISTS (SELECT 1 FROM moderation_case WHERE moderation_case.comment_id = comment.id)
  AND NOT EXISTS (SELECT 1 FROM archive_hold WHERE archive_hold.user_id = comment.user_id)`

/** The sizes of the archives in bytes, by number. */
export async function archiveSizes(env: Env): Promise<[number, number][]> {
  return Promise.all(
    Array.from(archivesOf(env), async ([number, archive]): Promise<[number, number]> => {
      const { meta } = await archive.prepare('SELECT token FROM archive_fence WHERE id = 1').run()
      return [number, meta.size_after]
    }),
  )
}
