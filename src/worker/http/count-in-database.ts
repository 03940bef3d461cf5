import type { Context } from 'hono'
import { now } from '../config/clock.ts'
import { ServiceError } from './service.ts'

const COUNT = `
  INSERT INTO attempt_counter (name, count, window_ends_at) VALUES (?1, ?4, ?2 + ?3)
  ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN window_ends_at <= ?2 THEN ?4 ELSE count + ?4 END,
    window_ends_at = CASE WHEN window_ends_at <= ?2 THEN ?2 + ?3 ELSE window_ends_at END
  RETURNING count, window_ends_at`

/**
 * Counts one attempt exactly, in one statement, before anything costly happens.
 * @param name what is counted and for whom, without any plain address (use a keyed hash)
 * @param windowMs length of the fixed window that the first attempt opens
 * @param by how many it counts as
 * @returns seconds until the next attempt when this one was the last in its window, else 0
 * @throws ServiceError tooManyAttempts with `retryAfter` once there were more than `max` in the window
 */
export async function countAttempt(
  env: Env,
  name: string,
  max: number,
  windowMs: number,
  by = 1,
): Promise<number> {
  const nowMs = now(env)
  const row = await env.DB.prepare(COUNT)
    .bind(name, nowMs, windowMs, by)
    .first<{ count: number; window_ends_at: number }>()
  if (!row || row.count < max) return 0
  const retryAfter = Math.max(1, Math.ceil((row.window_ends_at - nowMs) / 1000))
  if (row.count > max) throw new ServiceError('tooManyAttempts', { retryAfter })
  return retryAfter
}

/** Says in the response to a sending when the next is possible, where that is limited now. */
export function setNextSending(c: Context, seconds: number): void {
  if (seconds > 0) c.header('Retry-After', String(seconds))
}
