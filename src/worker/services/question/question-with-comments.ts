import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { questionStatus, tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { entryLimit, epochSeconds } from '../../../contract/parameters.ts'
import { failure, questionSchema, results, type QuestionShape } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { nearest, type Reader } from '../../db/database.ts'
import { ensureToday } from './days.ts'
import { questionPage, type Wanted } from './queries.ts'
import { questionShape } from './question-shape.ts'

const query = z.object({
  questionId: z.string().optional(),
  questionnaireId: z.string().optional(),
  previewAt: epochSeconds.optional(),
  findStatus: z
    .string()
    .regex(/^[012](,[012])*$/)
    .default('1,2')
    .transform((text) => text.split(',').map(Number)),
  commentsBefore: z.string().optional(),
  commentsLimit: entryLimit(200, 200),
})

export const questionWithCommentsRoute = createRoute({
  method: 'get',
  path: '/question/comment',
  request: { query },
  responses: {
    200: results(z.array(questionSchema), 'the question with a page of its comments, newest last'),
    '4XX': failure,
  },
})

/**
 * A question by its id, or a questionnaire's whose Tokyo day contains `previewAt`, with its newest comments or those
 * before `commentsBefore`: one round trip, whatever the number of comments.
 * @throws ServiceError contentNotFound without any of the two ids, dataNotFound when there is no such public question,
 *   dataNotAvailable for an unknown `commentsBefore`
 */
export async function questionWithComments(
  c: Context<ServiceBindings>,
  asked: z.output<typeof query>,
): Promise<QuestionShape> {
  const nowMs = now(c.env)
  const wanted = wantedBy(asked, nowMs)
  if (!('questionId' in wanted)) await ensureToday(c.env)

  const read = (d1: Reader) => questionPage(d1, wanted, asked.commentsBefore, asked.commentsLimit)
  // The nearest copy may not have what the primary has: what is missing there is asked for once more.
  const found = (await read(nearest(c.env.DB))) ?? (await read(c.env.DB))
  const status = found && questionStatus(found.row.day, nowMs)
  if (!status || !asked.findStatus.includes(status)) throw new ServiceError('dataNotFound')
  if (!found.isPlaced) throw new ServiceError('dataNotAvailable', { field: 'commentsBefore' })
  return questionShape(found.row, found.newestFirst.toReversed())
}

function wantedBy(asked: z.output<typeof query>, nowMs: number): Wanted {
  const { questionId, questionnaireId, previewAt } = asked
  if (questionId) return { questionId }
  if (!questionnaireId) throw new ServiceError('contentNotFound')
  return { questionnaireId, day: tokyoDay(previewAt === undefined ? nowMs : previewAt * 1000) }
}
