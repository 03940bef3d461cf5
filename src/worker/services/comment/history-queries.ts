import type { OwnComment } from '../../../contract/schemas.ts'
import { hiddenColumns, hiddenJoins, ownText, shownHidden } from '../../cases/hidden.ts'
import { archivesOf, SELECT_ARCHIVE_VIEW, type ArchiveView } from '../../archive/archives.ts'
import type { Language } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import { textsByLanguage } from '../../db/question-texts.ts'
import { toComment } from '../../db/stored-comment.ts'
import {
  archivedBefore,
  archivedCursor,
  archivedOn,
  mergedRows,
  questionTexts,
} from './archived-history.ts'
import type { Person } from '../../identity/authorize.ts'
import type { FlatRow, OwnRow } from './own-row.ts'
import { dayNumber, isUndeleted, undeletedPostsOn, newestFirst } from '../../db/own-posts.ts'

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

const CURSOR = 'SELECT seq, created_at AS createdAt FROM comment WHERE id = ?1 AND user_id = ?2'
/** Posts newer than the last archived one are in the main database only. */
const LAST_ARCHIVED = 'SELECT max(archived_seq) AS seq FROM question WHERE archived_seq IS NOT NULL'
const ARCHIVE_OF = 'SELECT archive FROM question WHERE id = ?1'
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
  const statement = env.DB.prepare(ON_QUESTION).bind(userId, questionId)
  if (archivesOf(env).size === 0) return toOwnRows(env, (await statement.all<FlatRow>()).results)
  const [views, own, archives] = (await env.DB.batch([
    env.DB.prepare(SELECT_ARCHIVE_VIEW),
    statement,
    env.DB.prepare(ARCHIVE_OF).bind(questionId),
  ])) as [D1Result<ArchiveView>, D1Result<FlatRow>, D1Result<{ archive: number | null }>]
  const isArchived = (archives.results[0]?.archive ?? null) !== null
  const there = isArchived ? await archivedOn(env, views.results[0]!, userId, [questionId]) : []
  return toOwnRows(env, mergedRows(own.results, there))
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
  if (archivesOf(env).size > 0)
    return withArchived(env, userId, before, { statement, count, hasTexts })
  const { results } = await statement.all<FlatRow>()
  return toOwnRows(env, results)
}

/** One's own comments of the main database and the archives. A page that is newer than all archived posts queries no archive. */
async function withArchived(
  env: Env,
  userId: string,
  before: HistoryCursor | string | undefined,
  {
    statement,
    count,
    hasTexts,
  }: { statement: D1PreparedStatement; count: number; hasTexts: boolean },
): Promise<OwnRow[]> {
  const id = typeof before === 'string' ? before : ''
  const [views, own, cursors, lasts] = (await env.DB.batch([
    env.DB.prepare(SELECT_ARCHIVE_VIEW),
    statement,
    env.DB.prepare(CURSOR).bind(id, userId),
    env.DB.prepare(LAST_ARCHIVED),
  ])) as [
    D1Result<ArchiveView>,
    D1Result<FlatRow>,
    D1Result<HistoryCursor>,
    D1Result<{ seq: number | null }>,
  ]
  const view = views.results[0]!
  let here = own.results
  const last = here.length === count ? here.at(-1) : undefined
  if (last && last.seq > (lasts.results[0]!.seq ?? 0)) return toOwnRows(env, here)
  let seq = typeof before === 'object' ? before.seq : Number.MAX_SAFE_INTEGER
  if (id) {
    const [cursor] = cursors.results
    const known = cursor ?? (await archivedCursor(env, view, userId, id))
    if (!known) return []
    seq = known.seq
    if (!cursor) {
      const older = env.DB.prepare((hasTexts ? WITH_TEXTS : WITHOUT_TEXTS).beforeRow).bind(
        userId,
        count,
        seq,
        known.createdAt,
      )
      here = (await older.all<FlatRow>()).results
    }
  }
  const there = await archivedBefore(env, view, { userId, seq, count, hasTexts })
  const merged = mergedRows(here, there).sort(
    (one, other) =>
      tokyoDay(other.createdAt).localeCompare(tokyoDay(one.createdAt)) || other.seq - one.seq,
  )
  return toOwnRows(env, merged.slice(0, count))
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

/** The rows with the texts of their questions. */
export async function withQuestionTexts(env: Env, rows: readonly OwnRow[]): Promise<OwnRow[]> {
  const questions = await questionTexts(
    env,
    rows.map(({ question }) => question.id),
  )
  return rows.map((row) => {
    const { id } = row.question
    return { ...row, question: { id, texts: questions.get(id)!.texts } }
  })
}

/** As the contract shows one's history. */
export function toOwnComment(
  env: Env,
  person: Person,
  { question, seq: _, ...stored }: OwnRow,
): OwnComment {
  const texts = JSON.parse(question.texts) as Partial<Record<Language, string | null>>
  const { english, translations } = splitTranslations(texts, '', (text) => ({ text }))
  return {
    ...toComment(env, { ...person, ...stored }),
    ...shownHidden(stored),
    question: {
      questionId: question.id,
      ...english,
      questionTranslations: translations,
    },
  }
}
