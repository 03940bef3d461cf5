import type { Context } from 'hono'
import type { ServiceBindings } from '../../http/service.ts'
import { publishToday } from '../../live/publish.ts'

/**
 * What the gateway calls after another service has changed comments elsewhere: open pages of today's question are
 * told what is new. No client reaches it, and it can be called at any time: a room with nothing new says nothing.
 */
export function announcement(c: Context<ServiceBindings>): Response {
  c.executionCtx.waitUntil(publishToday(c))
  return c.json({ results: [] }, 202)
}
