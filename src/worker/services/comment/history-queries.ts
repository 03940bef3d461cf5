import type { OwnComment } from '../../../contract/schemas.ts'
import {
  hiddenColumns,
  hiddenJoins,
  ownText,
  shownHidden,
  type HiddenRow,
} from '../../cases/hidden.ts'
import type { Language } from '../../../domain/language.ts'
import { splitTranslations } from '../../../domain/translation.ts'
import { textsByLanguage } from '../../db/question-texts.ts'
import { toComment } from '../../db/stored-comment.ts'
import type { Person } from '../../identity/authorize.ts'

/** One's own comment as it is stored, with its question. */
export interface OwnRow extends HiddenRow {
  /** Order of storing among all comments. */
  seq: number
  id: string
  text: string
  createdAt: number
  language: Language | null
  /** Its texts are JSON by language. */
  question: { id: string; texts: string }
}

export interface FlatRow extends Omit<OwnRow, 'question'> {
  questionId: string
  questionTexts: string
}

/** SQL: the columns of `FlatRow`, of rows of `comment` with `hiddenJoins`. */
export const OWN_COLUMNS = `
  comment.seq, comment.id, comment.text, comment.created_at AS createdAt, comment.language,
  ${hiddenColumns}, comment.question_id AS questionId,
  ${textsByLanguage('json_quote(text)', 'comment.question_id')} AS questionTexts`

const ownCommentsWhere = (condition: string) => `
  SELECT ${OWN_COLUMNS}
  FROM comment ${hiddenJoins}
  WHERE comment.user_id = ?1 AND comment.deleted_at IS NULL ${condition}
  ORDER BY comment.seq DESC LIMIT ?2`

const NEWEST = ownCommentsWhere('')
const BEFORE_SEQ = ownCommentsWhere('AND comment.seq < ?3')
/** No rows when the comment is not the person's own. */
const BEFORE_ID = ownCommentsWhere(
  'AND comment.seq < (SELECT cursor.seq FROM comment AS cursor WHERE cursor.id = ?3 AND cursor.user_id = ?1)',
)
/** By the index of places: ordered by an expression, lest SQLite walk through the whole history. */
export const ON_QUESTION = `
  SELECT ${OWN_COLUMNS}
  FROM comment ${hiddenJoins}
  WHERE comment.user_id = ?1 AND comment.question_id = ?2 AND comment.deleted_at IS NULL
  ORDER BY +comment.seq DESC`

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
 * @param before the cursor: the `seq` or the id of a comment; only earlier ones are returned
 */
export async function ownComments(
  env: Env,
  userId: string,
  before: number | string | undefined,
  count: number,
): Promise<OwnRow[]> {
  const { DB: db } = env
  const statement =
    before === undefined
      ? db.prepare(NEWEST).bind(userId, count)
      : db.prepare(typeof before === 'number' ? BEFORE_SEQ : BEFORE_ID).bind(userId, count, before)
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
