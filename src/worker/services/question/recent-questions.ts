import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { entryLimit, epochSeconds } from '../../../contract/parameters.ts'
import { failure, questionSchema, results, type QuestionShape } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { nearest } from '../../db/database.ts'
import { ensureToday } from './days.ts'
import { recentQuestions as recentQuestionsQuery } from './queries.ts'
import { questionShape } from './question-shape.ts'

const query = z.object({ lessPreviewAt: epochSeconds.optional(), limit: entryLimit(100, 30) })

export const recentQuestionsRoute = createRoute({
  method: 'get',
  path: '/question',
  request: { query },
  responses: {
    200: results(z.array(questionSchema), 'the newest questions before that time, ascending'),
    '4XX': failure,
  },
})

/** The newest public questions shown before `lessPreviewAt` (now when omitted), ascending, without their comments. */
export async function recentQuestions(
  c: Context<ServiceBindings>,
  asked: z.output<typeof query>,
): Promise<QuestionShape[]> {
  await ensureToday(c.env)
  const nowMs = now(c.env)
  const before = asked.lessPreviewAt === undefined ? nowMs : asked.lessPreviewAt * 1000
  const newestFirst = await recentQuestionsQuery(
    nearest(c.env.DB),
    tokyoDay(nowMs),
    before,
    asked.limit,
  )
  return newestFirst.toReversed().map((row) => questionShape(row))
}
