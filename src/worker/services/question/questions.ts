import type { Comment, Question } from '../../../contract/schemas.ts'
import { epochSeconds } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/language.ts'
import { questionStatus, tokyoDay } from '../../../domain/question-day.ts'
import { splitTranslations } from '../../../domain/texts-by-language.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import { nearest, type Reader } from '../../db/database.ts'
import { toComment } from '../../db/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { ensureToday } from '../../db/question.ts'
import {
  type QuestionKey,
  QUESTIONNAIRES,
  questionPage,
  type QuestionRow,
  RECENT,
} from './queries.ts'

interface QuestionTexts {
  text: string
  topic: string
  category: string
}

const NO_TEXTS: QuestionTexts = { text: '', topic: '', category: '' }

/** @public a test loads it with a further language */
export function toQuestion(row: QuestionRow, questionComments?: Comment[]): Question {
  const texts = JSON.parse(row.texts) as Partial<Record<Language, QuestionTexts | null>>
  const split = <Shown>(show: (texts: QuestionTexts) => Shown) =>
    splitTranslations(texts, NO_TEXTS, show)
  const question = split(({ text }) => ({ text }))
  const topic = split((texts) => ({ name: texts.topic }))
  const category = split((texts) => ({ name: texts.category }))
  return {
    questionId: row.id,
    questionnaireId: row.questionnaireId,
    ...question.english,
    questionTranslations: question.translations,
    previewAt: epochSeconds(row.previewAt),
    previewAtDate: tokyoIso(row.previewAt),
    ...(row.changedAt > row.previewAt && { questionChangedAt: epochSeconds(row.changedAt) }),
    questionCommentsCount: row.commentsCount,
    questionUsersCount: row.usersCount,
    questionCommentsByLanguage: JSON.parse(row.languageCounts) as Partial<Record<Language, number>>,
    eventSeq: row.eventSeq,
    topic: {
      ...topic.english,
      topicTranslations: topic.translations,
      category: { ...category.english, categoryTranslations: category.translations },
    },
    ...(row.earlier && {
      questionEarlier: JSON.parse(row.earlier) as NonNullable<Question['questionEarlier']>,
    }),
    ...(row.dayBefore && { questionBefore: row.dayBefore }),
    ...(row.dayAfter && { questionAfter: row.dayAfter }),
    ...(row.suggestedBy && { questionSuggestedBy: row.suggestedBy }),
    ...(questionComments && { questionComments }),
  }
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
export const listQuestionnaires: Handler<'listQuestionnaires'> = async ({ env }, { status }) => {
  if (status === 0) return []
  const questionnaires = nearest(env.DB).prepare(QUESTIONNAIRES).bind(status)
  const { results } = await questionnaires.all<{ id: string; name: string }>()
  return results.map(({ id, name }) => ({ questionnaireId: id, status, name }))
}
