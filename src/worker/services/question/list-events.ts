import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { eventsAfter } from '../../live/events-after.ts'

/**
 * Catch-up of an open page: the events after the last it has.
 * @throws ServiceError dataNotFound when some of them are no longer kept; the page then reads the whole question
 */
export const listEvents: Handler<typeof questionCalls.listEvents> = async (
  c,
  { questionId, after },
) => {
  const events = await eventsAfter(c.env, questionId, after)
  const first = events[0]
  if (first && first.seq !== after + 1) throw new ServiceError('dataNotFound')
  return events
}
