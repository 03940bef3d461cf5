import type { OwnComment } from '../../../contract/schemas.ts'
import { hiddenColumns, hiddenJoins, ownText, shownHidden } from '../../cases/hidden.ts'
import type { Language } from '../../../domain/language.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import { textsByLanguage } from '../../db/question-texts.ts'
import {
  dayNumber,
  isUndeleted,
  newestFirst,
  toComment,
  undeletedPostsOn,
} from '../../db/comment.ts'
import type { Person } from '../../identity/authorize.ts'
import type { FlatRow, OwnRow } from './own-row.ts'

/** The position of a comment in a person's history. */
export type HistoryCursor = Pick<OwnRow, 'seq' | 'createdAt'>

const COMMENT_COLUMNS = `
  comment.seq, comment.id, comment.text, comment.created_at AS createdAt, comment.language,
  ${hiddenColumns}, comment.question_id AS questionId`

/** SQL: the columns of `FlatRow`, of rows of `comment` with `hiddenJoins`. */
export const OWN_COLUMNS = `
  ${COMMENT_COLUMNS}, ${textsByLanguage('json_quote(text)', 'comment.question_id')} AS questionTexts`

function pages(columns: string) {
  const where = (condition: string) => `
    SELECT ${columns}
    FROM comment ${hiddenJoins}
    WHERE comment.user_id = ?1 AND ${isUndeleted} ${condition}
    ORDER BY ${newestFirst} LIMIT ?2`
  return {
    newest: where(''),
    /** ?3 and ?4: the cursor's `seq` and `createdAt`. D1 binds every number as a real one, whose division has a fraction. */
    beforeRow: where(
      `AND (comment.own_day, comment.seq) < (${dayNumber('CAST(?4 AS INTEGER)')}, ?3)`,
    ),
    /** No rows when the comment is not the person's own. */
    beforeId: where(`AND (comment.own_day, comment.seq) < (
      SELECT abs(cursor.own_day), cursor.seq FROM comment AS cursor
      WHERE cursor.id = ?3 AND cursor.user_id = ?1)`),
  }
}

const WITH_TEXTS = pages(OWN_COLUMNS)
const WITHOUT_TEXTS = pages(`${COMMENT_COLUMNS}, '' AS questionTexts`)

export const ON_QUESTION = `
  SELECT ${OWN_COLUMNS}
  FROM comment ${hiddenJoins}
  WHERE ${undeletedPostsOn('?1', '?2')}
  ORDER BY comment.seq DESC`

/** All of one's own comments on a question that are not deleted, newest first. */
export async function ownCommentsOn(
  env: Env,
  userId: string,
  questionId: string,
): Promise<OwnRow[]> {
  const { results } = await env.DB.prepare(ON_QUESTION).bind(userId, questionId).all<FlatRow>()
  return toOwnRows(env, results)
}

/**
 * The newest of one's own comments that are not deleted, with their questions, newest first.
 * @param before a row or the id of one; only earlier comments are returned
 * @param hasTexts whether the rows have the texts of their questions; if not, `withQuestionTexts` reads those that are needed
 */
export async function ownComments(
  env: Env,
  userId: string,
  before: HistoryCursor | string | undefined,
  count: number,
  hasTexts = true,
): Promise<OwnRow[]> {
  const { DB: db } = env
  const sql = hasTexts ? WITH_TEXTS : WITHOUT_TEXTS
  const statement =
    before === undefined
      ? db.prepare(sql.newest).bind(userId, count)
      : typeof before === 'string'
        ? db.prepare(sql.beforeId).bind(userId, count, before)
        : db.prepare(sql.beforeRow).bind(userId, count, before.seq, before.createdAt)
  const { results } = await statement.all<FlatRow>()
  return toOwnRows(env, results)
}

/** Rows with their texts opened where they are sealed. */
export function toOwnRows(env: Env, rows: FlatRow[]): Promise<OwnRow[]> {
  return Promise.all(
    rows.map(async ({ questionId: id, questionTexts: texts, ...comment }) => ({
      ...comment,
      text: await ownText(env, comment),
      question: { id, texts },
    })),
  )
}

const TEXTS = `
  SELECT question.id, ${textsByLanguage('json_quote(text)', 'question.id')} AS texts
  FROM question WHERE question.id IN (SELECT value FROM json_each(?1))`

/** The rows with the texts of their questions. */
export async function withQuestionTexts(env: Env, rows: readonly OwnRow[]): Promise<OwnRow[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify([...new Set(rows.map(({ question }) => question.id))])
  const { results } = await env.DB.prepare(TEXTS).bind(ids).all<{ id: string; texts: string }>()
  const questions = new Map(results.map((question) => [question.id, question]))
  return rows.map((row) => ({ ...row, question: questions.get(row.question.id)! }))
}

/** As the contract shows one's history. */
export function toOwnComment(person: Person, { question, seq: _, ...stored }: OwnRow): OwnComment {
  const texts = JSON.parse(question.texts) as Partial<Record<Language, string | null>>
  const { english, translations } = splitTranslations(texts, '', (text) => ({ text }))
  return {
    ...toComment({ ...person, ...stored }),
    ...shownHidden(stored),
    question: {
      questionId: question.id,
      ...english,
      questionTranslations: translations,
    },
  }
}
