import { queryArchives, COUNTS, type ArchiveView } from '../../archive/archives.ts'
import type { HiddenRow } from '../../cases/hidden.ts'
import { textsByLanguage } from '../../db/question-texts.ts'
import type { FlatRow } from './own-row.ts'

const COLUMNS = `
  comment.seq, comment.id, comment.text, comment.created_at AS createdAt, comment.language,
  comment.question_id AS questionId, comment.moved_seq AS movedSeq`

/**
 * ?4: the person; ?5: a `seq`; ?6: how many. The index of slots has each person's posts. Two posts that one person sent
 * at midnight and that were stored in the other order are ordered here by `seq` alone.
 */
const BEFORE = `
  SELECT ${COLUMNS} FROM comment WHERE comment.user_id = ?4 AND comment.seq < ?5 AND ${COUNTS}
  ORDER BY comment.seq DESC LIMIT ?6`

/** ?4: the person; ?5: the post. */
const CURSOR = `
  SELECT comment.seq, comment.created_at AS createdAt FROM comment WHERE comment.id = ?5 AND +comment.user_id = ?4 AND ${COUNTS}`

/** ?4: the person; ?5: questions as JSON. */
const ON = `
  FROM json_each(?5) CROSS JOIN comment
    ON comment.user_id = ?4 AND comment.question_id = json_each.value AND ${COUNTS}`
const ON_QUESTIONS = `SELECT ${COLUMNS} ${ON} ORDER BY comment.seq DESC`
const ANSWERED = `SELECT DISTINCT comment.question_id AS questionId ${ON}`

const questionsWith = (texts: string) => `
  SELECT question.id, question.archived_seq AS archivedSeq, ${texts} AS texts
  FROM question WHERE question.id IN (SELECT value FROM json_each(?1))`
const TEXTS = questionsWith(textsByLanguage('json_quote(text)', 'question.id'))
const NO_TEXTS = questionsWith("''")

interface Archived extends Pick<
  FlatRow,
  'seq' | 'id' | 'text' | 'createdAt' | 'language' | 'questionId'
> {
  movedSeq: number
}

interface TextsRow {
  id: string
  texts: string
  archivedSeq: number | null
}

/** One's own archived comments before a `seq`, newest first; without `hasTexts` the texts of their questions are ''. */
export async function archivedBefore(
  env: Env,
  view: ArchiveView,
  {
    userId,
    seq,
    count,
    hasTexts,
  }: { userId: string; seq: number; count: number; hasTexts: boolean },
): Promise<FlatRow[]> {
  const rows = await queryArchives<Archived>(env, view, BEFORE, [userId, seq, count])
  return withTexts(env, rows, hasTexts)
}

/** The cursor of one's own comment. */
export async function archivedCursor(env: Env, view: ArchiveView, userId: string, id: string) {
  const parameters = [userId, id]
  const [found] = await queryArchives<Pick<Archived, 'seq' | 'createdAt'>>(
    env,
    view,
    CURSOR,
    parameters,
  )
  return found
}

/** One's own archived comments on these questions, newest first. */
export async function archivedOn(
  env: Env,
  view: ArchiveView,
  userId: string,
  questionIds: readonly string[],
): Promise<FlatRow[]> {
  const parameters = [userId, JSON.stringify(questionIds)]
  return withTexts(env, await queryArchives(env, view, ON_QUESTIONS, parameters))
}

/** Selects the questions that have an archived comment of the person. */
export async function archivedAnswers(
  env: Env,
  view: ArchiveView,
  userId: string,
  questionIds: readonly string[],
): Promise<Set<string>> {
  const parameters = [userId, JSON.stringify(questionIds)]
  const rows = await queryArchives<{ questionId: string }>(env, view, ANSWERED, parameters)
  return new Set(rows.map(({ questionId }) => questionId))
}

/** Texts of questions by their ids; '' without `hasTexts`. Without an id nothing is queried. */
export async function questionTexts(
  env: Env,
  ids: readonly string[],
  hasTexts = true,
): Promise<Map<string, TextsRow>> {
  if (ids.length === 0) return new Map()
  const wanted = JSON.stringify([...new Set(ids)])
  const { results } = await env.DB.prepare(hasTexts ? TEXTS : NO_TEXTS)
    .bind(wanted)
    .all<TextsRow>()
  return new Map(results.map((question) => [question.id, question]))
}

/**
 * As the main database returns rows. Archived ones are visible, and have no case. After the main database was restored,
 * the archives have more than it knows of: that does not count.
 */
async function withTexts(env: Env, rows: Archived[], hasTexts = true): Promise<FlatRow[]> {
  const questions = await questionTexts(
    env,
    rows.map(({ questionId }) => questionId),
    hasTexts,
  )
  return rows.flatMap(({ movedSeq, ...row }): FlatRow[] => {
    const question = questions.get(row.questionId)
    if (!question || movedSeq > (question.archivedSeq ?? 0)) return []
    return [{ ...row, questionTexts: question.texts, ...VISIBLE }]
  })
}

const VISIBLE = {
  hiddenAt: null,
  caseState: null,
  filter: null,
  groundKind: null,
  ground: null,
  explanation: null,
  sealedText: null,
} satisfies HiddenRow

/** Rows of the main database, followed by further rows of the archives. */
export function mergedRows(here: FlatRow[], there: readonly FlatRow[]): FlatRow[] {
  const known = new Set(here.map(({ seq }) => seq))
  return [...here, ...there.filter(({ seq }) => !known.has(seq))]
}
