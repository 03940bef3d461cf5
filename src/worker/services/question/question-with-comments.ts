import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { questionStatus, tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { ServiceError } from '../../http/service.ts'
import { nearest, type Reader } from '../../db/database.ts'
import { toComment } from '../../db/stored-comment.ts'
import { ensureToday } from './ensure-days.ts'
import { questionPage, type QuestionKey } from './queries.ts'
import { toQuestion } from './question-shape.ts'

/**
 * A question by its id, or a questionnaire's whose Tokyo day contains `previewAt`, with its newest comments or those
 * before `commentsBefore`: one round trip, whatever the number of comments.
 * @throws ServiceError contentNotFound without any of the two ids, dataNotFound when there is no such public question,
 *   dataNotAvailable for an unknown `commentsBefore`
 */
export const readQuestion: Handler<typeof questionCalls.readQuestion> = async ({ env }, query) => {
  const nowMs = now(env)
  const wanted = wantedBy(query, nowMs)
  if (!('questionId' in wanted)) await ensureToday(env)

  const read = (d1: Reader) => questionPage(d1, wanted, query.commentsBefore, query.commentsLimit)
  // The nearest copy may not have what the primary has: what is missing there is asked for once more.
  const found = (await read(nearest(env.DB))) ?? (await read(env.DB))
  const status = found && questionStatus(found.row.day, nowMs)
  if (!status || !query.findStatus.includes(status)) throw new ServiceError('dataNotFound')
  if (!found.cursorFound) throw new ServiceError('dataNotAvailable', { field: 'commentsBefore' })
  const comments = found.newestFirst.toReversed().map(toComment)
  return [toQuestion(found.row, comments)]
}

interface QuestionSelector {
  questionId?: string
  questionnaireId?: string
  previewAt?: number
}

function wantedBy(
  { questionId, questionnaireId, previewAt }: QuestionSelector,
  nowMs: number,
): QuestionKey {
  if (questionId) return { questionId }
  if (!questionnaireId) throw new ServiceError('contentNotFound')
  return { questionnaireId, day: tokyoDay(previewAt === undefined ? nowMs : previewAt * 1000) }
}
