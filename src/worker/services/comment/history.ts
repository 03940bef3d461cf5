import { MAX_DAYS } from '../../../contract/calls/comment.ts'
import { answeredDaySchema, type OwnComment } from '../../../contract/schemas.ts'
import type { Language } from '../../../domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { holdsWords, searchWords } from '../../../domain/search-text.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import {
  hiddenColumns,
  hiddenJoins,
  type HiddenRow,
  ownText,
  shownHidden,
} from '../../cases/hidden.ts'
import { now } from '../../config/clock.ts'
import {
  dayNumber,
  everPostedOn,
  isUndeleted,
  isVisible,
  newestFirst,
  type StoredComment,
  toComment,
  undeletedPostsOn,
} from '../../db/comment.ts'
import { textsByLanguage } from '../../db/question.ts'
import { shownRows } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import type { Person } from '../../identity/authorize.ts'
import { COMMENTS_PER_QUESTION } from '../../../domain/comment-limit.ts'

export type OwnPost = HiddenRow & Pick<StoredComment, 'id' | 'text' | 'createdAt' | 'language'>

interface OwnRow extends OwnPost {
  seq: number
  questionId: string
  /** JSON by language. */
  questionTexts: string
}

const OWN_COLUMNS = `
  comment.seq, comment.id, comment.text, comment.created_at AS createdAt, comment.language,
  ${hiddenColumns}, comment.question_id AS questionId,
  ${textsByLanguage('json_quote(text)', 'comment.question_id')} AS questionTexts`

const where = (condition: string) => `
  SELECT ${OWN_COLUMNS}
  FROM comment ${hiddenJoins}
  WHERE comment.user_id = ?1 AND ${isUndeleted} ${condition}
  ORDER BY ${newestFirst} LIMIT ?2`
const NEWEST = where('')
/** No rows when the comment is not the person's own. */
const BEFORE = where(`AND (comment.own_day, comment.seq) < (
  SELECT abs(cursor.own_day), cursor.seq FROM comment AS cursor
  WHERE cursor.id = ?3 AND cursor.user_id = ?1)`)

export const ON_QUESTION = `
  SELECT ${OWN_COLUMNS}
  FROM comment ${hiddenJoins}
  WHERE ${undeletedPostsOn('?1', '?2')}
  ORDER BY comment.seq DESC`

/**
 * One's own undeleted comments with their questions, newest first.
 * @param before an id; returns only earlier comments
 */
export async function ownComments(
  env: Env,
  userId: string,
  before: string | undefined,
  count: number,
): Promise<OwnRow[]> {
  const { DB: db } = env
  const statement =
    before === undefined
      ? db.prepare(NEWEST).bind(userId, count)
      : db.prepare(BEFORE).bind(userId, count, before)
  return rowsOf(env, statement)
}

async function rowsOf(env: Env, statement: D1PreparedStatement): Promise<OwnRow[]> {
  const { results } = await statement.all<OwnRow>()
  return results.map((row) => ({ ...row, text: ownText(env, row) }))
}

export function toOwnComment(person: Person, row: OwnRow): OwnComment {
  const { questionId, questionTexts } = row
  const texts = JSON.parse(questionTexts) as Partial<Record<Language, string | null>>
  const { english, translations } = splitTranslations(texts, '', (text) => ({ text }))
  return {
    ...toComment({ ...person, ...row }),
    ...shownHidden(row),
    question: { questionId, ...english, questionTranslations: translations },
  }
}

/**
 * One question row and one index lookup for each day, regardless of the number of posts. A replaced question, which
 * has its own questionnaire, precedes the day's current one.
 */
export const DAYS = `
  SELECT question.day, question.id AS questionId,
    EXISTS (SELECT 1 FROM comment WHERE ${undeletedPostsOn('?1', 'question.id', dayNumber('question.preview_at'))})
      AS isAnswered
  FROM question WHERE question.preview_at BETWEEN ?2 AND ?3
  ORDER BY question.preview_at, question.questionnaire_id = question.id DESC`

/**
 * Lists days with their questions and whether the caller answered; future days are omitted.
 * @throws ServiceError dataNotAvailable (`until`) for an empty or too long range
 */
export const listDays: Handler<'listDays'> = async (c, { from, until }) => {
  const { userId } = c.var.person
  if (until < from || until >= addDays(from, MAX_DAYS)) throw notAvailable('until')
  const today = tokyoDay(now(c.env))
  const last = until < today ? until : today
  const days = c.env.DB.prepare(DAYS).bind(userId, tokyoDayStart(from), tokyoDayStart(last))
  return shownRows(answeredDaySchema, days)
}

const DELETED = `
  SELECT count(*) AS deleted FROM comment WHERE ${everPostedOn('?1', '?2')} AND own_day < 0`

/** Comments searched per call, which bounds its cost. */
const SEARCHED_AT_ONCE = 1000

/**
 * One's own comments with their questions, newest first. Optionally those before `before`, containing the words of
 * `q` in them or their question, or on `questionId`. A search may return fewer than `limit` although `Next-Before` names a next page.
 * @throws ServiceError userPrivilegeNotFound for someone else's history
 */
export const listOwnComments: Handler<'listOwnComments'> = async (c, query) => {
  const person = c.var.person
  if (query.userId !== person.userId) throw new ServiceError('userPrivilegeNotFound')
  if (query.questionId) {
    const statement = c.env.DB.prepare(ON_QUESTION).bind(person.userId, query.questionId)
    return (await rowsOf(c.env, statement)).map((row) => toOwnComment(person, row))
  }
  if (query.countOn) {
    const count = c.env.DB.prepare(DELETED).bind(person.userId, query.countOn)
    c.header('Deleted-Comments', String(await count.first('deleted')))
  }
  const words = searchWords(query.q ?? '')
  const isSearch = words.length > 0
  const pageSize = isSearch ? SEARCHED_AT_ONCE : query.limit
  const rows = await ownComments(c.env, person.userId, query.before, pageSize + 1)
  const page = rows.slice(0, pageSize)
  const matches = page.filter((row) => holdsWords(searched(row), words))
  const results = matches.slice(0, query.limit)
  const isMore = rows.length > pageSize || matches.length > results.length
  const last = matches.length > results.length ? results.at(-1) : page.at(-1)
  if (isMore && last) c.header('Next-Before', last.id)
  return results.map((row) => toOwnComment(person, row))
}

/** A post with its question in every language. */
const searched = ({ text, questionTexts }: OwnRow): string =>
  [text, ...Object.values(JSON.parse(questionTexts) as Record<string, string>)].join('\n')

const YEARS = 20

/** On 29 February most years have no such date; an invalid day matches nothing. */
const sameDates = Array.from(
  { length: YEARS },
  (_, index) => `(substr(asked.day, 1, 4) - ${index + 1}) || substr(asked.day, 5)`,
).join(', ')

const EARLIER = `
  FROM question AS asked
  CROSS JOIN question AS earlier ON earlier.id IN (
    SELECT same.id FROM question AS same
      WHERE same.pack_question_id = asked.pack_question_id AND same.day < asked.day
    UNION ALL SELECT dated.id FROM question AS dated
      WHERE dated.questionnaire_id = asked.questionnaire_id AND dated.day IN (${sameDates}))`
const NEAREST = `
  coalesce(earlier.pack_question_id = asked.pack_question_id, 0) DESC, earlier.day DESC, earlier.id`

/**
 * The caller's (`?1`) comments on earlier days of the question `?2` and on its date in earlier years. Order: the same
 * question before the same date, newer days first; the first rows belong to one day. Days after `?3` are excluded.
 * Index lookups only: the question's days, the dates, and the caller's slots on each.
 */
export const ECHO = `
  SELECT ${OWN_COLUMNS} ${EARLIER}
  CROSS JOIN comment ON ${undeletedPostsOn('?1', 'earlier.id', dayNumber('earlier.preview_at'))} AND ${isVisible}
  ${hiddenJoins}
  WHERE asked.id = ?2 AND asked.day <= ?3
  ORDER BY ${NEAREST}, comment.seq
  LIMIT ${COMMENTS_PER_QUESTION}`

/** The caller's comments of one earlier day (`docs/product.md#echo`), in posting order. */
export const readEcho: Handler<'readEcho'> = async (c, { questionId }) => {
  const { person } = c.var
  const statement = c.env.DB.prepare(ECHO).bind(person.userId, questionId, tokyoDay(now(c.env)))
  const rows = await rowsOf(c.env, statement)
  return rows
    .filter((row) => row.questionId === rows[0]?.questionId)
    .map((row) => toOwnComment(person, row))
}
