import {
  type Comment,
  type Question,
  questionnaireSchema,
  questionSchema,
} from '../../../contract/schemas.ts'
import type { Language } from '../../../domain/language.ts'
import { questionStatus, tokyoDay } from '../../../domain/question-day.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import { batch, nearest, type Reader } from '../../db/database.ts'
import { isVisible, type StoredComment, toComment } from '../../db/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { ensureToday, textsByLanguage } from '../../db/question.ts'
import { shownRow, shownRows } from '../../db/shown-row.ts'
import { isBanned } from '../../db/suspension.ts'

type QuestionKey = { questionId: string } | { questionnaireId: string; day: string }

/** The columns that are read here; the others are shown as they are. */
interface QuestionRow {
  day: string
  /** Epoch seconds. */
  previewAt: number
  /** JSON by language: the text, and the day's names of topic and category. */
  texts: string
}

const TEXTS = `json_object('text', text, 'topic', topic, 'category', category)`

const COLUMNS = `
  question.id AS questionId, question.questionnaire_id AS questionnaireId, question.day,
  question.preview_at / 1000 AS previewAt,
  iif(question.changed_at > question.preview_at, question.changed_at / 1000, NULL) AS questionChangedAt,
  question.comments_count AS questionCommentsCount, question.users_count AS questionUsersCount,
  question.language_counts AS questionCommentsByLanguage, question.event_seq AS eventSeq,
  ${textsByLanguage(TEXTS, 'question.id')} AS texts`

/** Static SQL: composing it for each page took as long as the query in D1. */
const QUESTION = `SELECT ${COLUMNS} FROM question`

const MAX_EARLIER = 5

/** SQL: id of the public question next to `question`'s day. */
const neighbour = (isBeyond: string, order: string) => `(
    SELECT other.id FROM question AS other
    WHERE other.questionnaire_id = question.questionnaire_id
      AND other.day ${isBeyond} question.day AND other.day <= date('now', '+9 hours')
    ORDER BY other.day ${order} LIMIT 1)`

const BY_ITSELF = `
  SELECT ${COLUMNS}, ${neighbour('<', 'DESC')} AS questionBefore, ${neighbour('>', 'ASC')} AS questionAfter, (
    SELECT nullif(json_group_array(json_object('questionId', id, 'previewAt', preview_at / 1000)), '[]') FROM (
      SELECT earlier.id, earlier.preview_at FROM question AS earlier
      WHERE earlier.pack_question_id = question.pack_question_id AND earlier.day < question.day
      ORDER BY earlier.day DESC LIMIT ${MAX_EARLIER})) AS questionEarlier, (
    SELECT user.username FROM suggestion JOIN user ON user.id = suggestion.user_id
    WHERE suggestion.pack_question_id = question.pack_question_id AND suggestion.is_credited = 1
      AND user.removed_at IS NULL AND NOT ${isBanned('(unixepoch() * 1000)')} LIMIT 1) AS questionSuggestedBy
  FROM question`

const RECENT = `${QUESTION}
  WHERE question.preview_at < ?1 AND question.day <= ?2
  ORDER BY question.preview_at DESC LIMIT ?3`

const QUESTIONNAIRES = `
  SELECT id AS questionnaireId, status, name FROM questionnaire WHERE status = ?1 ORDER BY id`

/** Parameters: those of `isWanted` (`named` of them), then the cursor's comment. */
function statements(isWanted: string, named: number) {
  const next = `?${named + 1}`
  const questionId = named === 1 ? '?1' : `(SELECT question.id FROM question WHERE ${isWanted})`
  /** A deleted comment keeps its `seq`, so it remains a valid cursor. */
  const cursor = `
    SELECT earliest.seq FROM comment AS earliest
    WHERE earliest.id = ${next} AND earliest.question_id = ${questionId}`
  const comments = (limit: string, isBefore = '') => `
    SELECT comment.seq, comment.id, comment.user_id AS userId, comment.text, comment.created_at AS createdAt,
      comment.language, user.username, user.picture_id AS pictureId
    FROM comment JOIN user ON user.id = comment.user_id
    WHERE comment.question_id = ${questionId} AND ${isVisible} ${isBefore}
    ORDER BY comment.seq DESC LIMIT ${limit}`
  return {
    question: `${named === 1 ? BY_ITSELF : QUESTION} WHERE ${isWanted} LIMIT 1`,
    newest: comments(next),
    earlier: comments(`?${named + 2}`, `AND comment.seq < (${cursor})`),
    cursor,
  }
}

const BY_ID = statements('question.id = ?1', 1)
const BY_DAY = statements('question.questionnaire_id = ?1 AND question.day = ?2', 2)

async function questionPage(
  d1: Reader,
  key: QuestionKey,
  before: string | undefined,
  count: number,
) {
  const [sql, named] =
    'questionId' in key ? [BY_ID, [key.questionId]] : [BY_DAY, [key.questionnaireId, key.day]]
  const { question, comments, cursor } = await batch<{
    question: QuestionRow
    comments: StoredComment
    cursor?: { seq: number }
  }>(d1, {
    question: d1.prepare(sql.question).bind(...named),
    ...(before === undefined
      ? { comments: d1.prepare(sql.newest).bind(...named, count) }
      : {
          comments: d1.prepare(sql.earlier).bind(...named, before, count),
          cursor: d1.prepare(sql.cursor).bind(...named, before),
        }),
  })
  const [row] = question.results
  // Whether the cursor is one of the question's comments; true without a cursor.
  const cursorFound = !cursor || cursor.results.length > 0
  return row && { row, newestFirst: comments.results, cursorFound }
}

interface QuestionTexts {
  text: string
  topic: string
  category: string
}

const NO_TEXTS: QuestionTexts = { text: '', topic: '', category: '' }

function toQuestion(row: QuestionRow, questionComments?: Comment[]): Question {
  const texts = JSON.parse(row.texts) as Partial<Record<Language, QuestionTexts | null>>
  const split = <Shown>(show: (texts: QuestionTexts) => Shown) =>
    splitTranslations(texts, NO_TEXTS, show)
  const question = split(({ text }) => ({ text }))
  const topic = split((texts) => ({ name: texts.topic }))
  const category = split((texts) => ({ name: texts.category }))
  return shownRow(questionSchema, {
    ...row,
    ...question.english,
    questionTranslations: question.translations,
    previewAtDate: tokyoIso(row.previewAt * 1000),
    topic: {
      ...topic.english,
      topicTranslations: topic.translations,
      category: { ...category.english, categoryTranslations: category.translations },
    },
    questionComments,
  })
}

/**
 * A question by id, or a questionnaire's of the Tokyo day of `previewAt`, with a page of comments. The newest
 * comments, or those before `commentsBefore`, in one round trip.
 * @throws ServiceError contentNotFound without either id, dataNotFound without such a public question,
 *   dataNotAvailable for an unknown `commentsBefore`
 */
export const readQuestion: Handler<'readQuestion'> = async ({ env }, query) => {
  const nowMs = now(env)
  const key = questionKeyOf(query, nowMs)
  if (!('questionId' in key)) await ensureToday(env)

  const read = (d1: Reader) => questionPage(d1, key, query.commentsBefore, query.commentsLimit)
  // A replica may lag, so a miss is retried on the primary.
  const page = (await read(nearest(env.DB))) ?? (await read(env.DB))
  const status = page && questionStatus(page.row.day, nowMs)
  if (!status || !query.findStatus.includes(status)) throw new ServiceError('dataNotFound')
  if (!page.cursorFound) throw notAvailable('commentsBefore')
  const comments = page.newestFirst.toReversed().map(toComment)
  return [toQuestion(page.row, comments)]
}

function questionKeyOf(
  { questionId, questionnaireId, previewAt }: Parameters<Handler<'readQuestion'>>[1],
  nowMs: number,
): QuestionKey {
  if (questionId) return { questionId }
  if (!questionnaireId) throw new ServiceError('contentNotFound')
  return { questionnaireId, day: tokyoDay(previewAt === undefined ? nowMs : previewAt * 1000) }
}

/** The newest public questions before `lessPreviewAt` (default now), ascending, without comments. */
export const listQuestions: Handler<'listQuestions'> = async ({ env }, query) => {
  await ensureToday(env)
  const nowMs = now(env)
  const before = query.lessPreviewAt === undefined ? nowMs : query.lessPreviewAt * 1000
  const recent = nearest(env.DB).prepare(RECENT).bind(before, tokyoDay(nowMs), query.limit)
  const { results } = await recent.all<QuestionRow>()
  return results.toReversed().map((row) => toQuestion(row))
}

/** Questionnaires of a status, the day's first; scheduled ones are never public. */
export const listQuestionnaires: Handler<'listQuestionnaires'> = ({ env }, { status }) =>
  status === 0
    ? []
    : shownRows(questionnaireSchema, nearest(env.DB).prepare(QUESTIONNAIRES).bind(status))
