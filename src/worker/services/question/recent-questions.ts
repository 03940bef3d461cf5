import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { nearest } from '../../db/database.ts'
import { ensureToday } from './ensure-days.ts'
import { recentQuestions } from './queries.ts'
import { toQuestion } from './question-shape.ts'

/** The newest public questions shown before `lessPreviewAt` (now when omitted), ascending, without their comments. */
export const listQuestions: Handler<typeof questionCalls.listQuestions> = async (
  { env },
  query,
) => {
  await ensureToday(env)
  const nowMs = now(env)
  const before = query.lessPreviewAt === undefined ? nowMs : query.lessPreviewAt * 1000
  const newestFirst = await recentQuestions(nearest(env.DB), tokyoDay(nowMs), before, query.limit)
  return newestFirst.toReversed().map((row) => toQuestion(row))
}
