import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { publishToday } from '../../live/publish.ts'

/**
 * The gateway calls this after a service at another address has changed comments: open pages of today's question are
 * told what is new. No client reaches it, and it can be called at any time: a room with nothing new says nothing.
 */
export const announceChange: Handler<typeof questionCalls.announceChange> = (c) => {
  c.executionCtx.waitUntil(publishToday(c))
}
