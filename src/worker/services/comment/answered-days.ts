import { MAX_DAYS, type commentCalls } from '../../../contract/calls/comment.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { dayNumber, undeletedPostsOn } from '../../db/comment.ts'

/**
 * One row of the question and one look into an index of the comments for each day, however much somebody has written. A
 * question that was replaced, which is its own questionnaire, comes before the day's present one.
 */
export const DAYS = `
  SELECT question.day, question.id AS questionId,
    EXISTS (SELECT 1 FROM comment WHERE ${undeletedPostsOn('?1', 'question.id', dayNumber('question.preview_at'))})
      AS isAnswered
  FROM question WHERE question.preview_at BETWEEN ?2 AND ?3
  ORDER BY question.preview_at, question.questionnaire_id = question.id DESC`

interface DayRow {
  day: string
  questionId: string
  isAnswered: number
}

/**
 * The days from one to another, without those to come, each with its question and whether the caller answered it.
 * @throws ServiceError dataNotAvailable (`until`) for too many days, or none
 */
export const listDays: Handler<typeof commentCalls.listDays> = async (c, { from, until }) => {
  const { userId } = c.var.person
  if (until < from || until >= addDays(from, MAX_DAYS))
    throw new ServiceError('dataNotAvailable', { field: 'until' })
  const today = tokyoDay(now(c.env))
  const last = until < today ? until : today
  const { results } = await c.env.DB.prepare(DAYS)
    .bind(userId, tokyoDayStart(from), tokyoDayStart(last))
    .all<DayRow>()
  return results.map(({ isAnswered, questionId, day }) => ({
    day,
    questionId,
    isAnswered: isAnswered === 1,
  }))
}
