import { bindView, COUNTS, type ArchiveView } from '../../archive/archives.ts'
import type { Reader } from '../../db/database.ts'
import type { StoredComment } from '../../db/stored-comment.ts'

export interface SequencedComment extends StoredComment {
  /** Order of storing among all comments. */
  seq: number
}

/** Looks the comment up by id, not among all of the question (`+`). ?4: the question; ?5: the comment to read before. */
const CURSOR = `
  SELECT comment.seq FROM comment WHERE comment.id = ?5 AND +comment.question_id = ?4 AND ${COUNTS}`

/** ?4: the question; ?5: the comment to read before, unless its `seq` is known as ?6; ?7: how many. */
const PAGE = `
  SELECT comment.seq, comment.id, comment.user_id AS userId, comment.text,
    comment.created_at AS createdAt, comment.language
  FROM comment WHERE comment.question_id = ?4 AND comment.seq < coalesce(?6, (${CURSOR})) AND ${COUNTS}
  ORDER BY comment.seq DESC LIMIT ?7`

const PEOPLE = `
  SELECT id AS userId, username, picture_id AS pictureId FROM user
  WHERE id IN (SELECT value FROM json_each(?1))`

/** Comments that the main database has in any state: visible, hidden or deleted. */
const IN_MAIN = 'SELECT seq FROM comment WHERE seq IN (SELECT value FROM json_each(?1))'

type Archived = Omit<SequencedComment, 'username' | 'pictureId'>
type Writer = Pick<StoredComment, 'userId' | 'username' | 'pictureId'>

interface PageRequest {
  questionId: string
  archive: D1Database
  view: ArchiveView
  before: string | undefined
  /** Number of the comment `before`; null where the main database does not have it. */
  beforeSeq: number | null
  count: number
  /** The comments of the main database. */
  newestFirst: SequencedComment[]
  /** The statement for what the main database has before a `seq`. */
  earlierThan(seq: number): D1PreparedStatement
}

/**
 * A page of an archived day. Comments with a case, and those that were recalled, are in the main database. The archive
 * itself is asked, not a copy: it has everything that the main database no longer has.
 */
export async function archivedPage(
  d1: Reader,
  { questionId, archive, view, before, beforeSeq, count, ...main }: PageRequest,
): Promise<{ newestFirst: StoredComment[]; cursorFound: boolean }> {
  const [rows, cursors] = (await archive.batch([
    bindView(archive.prepare(PAGE), view, questionId, before ?? null, beforeSeq, count),
    bindView(archive.prepare(CURSOR), view, questionId, before ?? null),
  ])) as [D1Result<Archived>, D1Result<{ seq: number }>]
  const cursorSeq = beforeSeq ?? cursors.results[0]?.seq
  if (cursorSeq === undefined) return { newestFirst: [], cursorFound: false }
  const archived = rows.results
  const [people, inMain, earlier] = await d1.batch<never>([
    d1.prepare(PEOPLE).bind(JSON.stringify(archived.map(({ userId }) => userId))),
    d1.prepare(IN_MAIN).bind(JSON.stringify(archived.map(({ seq }) => seq))),
    ...(beforeSeq === null ? [main.earlierThan(cursorSeq)] : []),
  ])
  const writers = new Map(people!.results.map((one: Writer) => [one.userId, one]))
  const here: SequencedComment[] = earlier?.results ?? main.newestFirst
  const known = new Set(inMain!.results.map(({ seq }: { seq: number }) => seq))
  const there = archived.flatMap((comment): SequencedComment[] => {
    const writer = writers.get(comment.userId)
    return writer && !known.has(comment.seq) ? [{ ...comment, ...writer }] : []
  })
  const newestFirst = [...here, ...there].sort((one, other) => other.seq - one.seq).slice(0, count)
  return { newestFirst, cursorFound: true }
}
