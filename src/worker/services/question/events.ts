import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { failure, liveEventSchema, results } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import type { LiveEvent } from '../../../contract/live-event.ts'
import { eventsAfter } from '../../live/events.ts'

const query = z.object({
  questionId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  after: z.coerce.number().int().min(0).openapi({ type: 'integer' }),
})

export const questionEventsRoute = createRoute({
  method: 'get',
  path: '/question/events',
  request: { query },
  responses: {
    200: results(z.array(liveEventSchema), 'what came after an event, oldest first, at most 200'),
    '4XX': failure,
  },
})

/**
 * What a page that missed something asks for: the events after the last it has.
 * @throws ServiceError dataNotFound when some of them are no longer kept; the page then reads the question anew
 */
export async function questionEvents(
  c: Context<ServiceBindings>,
  { questionId, after }: z.output<typeof query>,
): Promise<LiveEvent[]> {
  const events = await eventsAfter(c.env, questionId, after)
  const first = events[0]
  if (first && first.seq !== after + 1) throw new ServiceError('dataNotFound')
  return events
}
