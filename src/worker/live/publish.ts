import type { Context } from 'hono'
import type { ServiceBindings } from '../contract/service.ts'

/**
 * Tells the question's room that a stored comment or deletion waits to be broadcast. The room reads what happened
 * from D1 itself, in order, so nothing is broadcast that is not stored and nothing is lost with a lost call.
 * Never fails the request that posted.
 */
export function publish(c: Context<ServiceBindings>, questionId: string): void {
  const room = c.env.ROOM.get(c.env.ROOM.idFromName(questionId))
  const told = room.announce(questionId).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : 'unknown'
    console.error(JSON.stringify({ level: 'warn', event: 'announce-failed', error: name }))
  })
  c.executionCtx.waitUntil(told)
}
