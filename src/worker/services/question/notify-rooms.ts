import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { publishToday } from '../../live/publish.ts'

/**
 * Sends what is new to the open pages of today's questions. `gateway/notify-remote-rooms.ts` calls it after a service
 * at another address has changed comments. No client reaches it, and it can be called at any time: a room with nothing
 * new sends nothing.
 */
export const notifyRooms: Handler<typeof questionCalls.notifyRooms> = (c) => {
  c.executionCtx.waitUntil(publishToday(c))
}
