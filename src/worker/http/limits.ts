import { now } from '../config/clock.ts'
import { ServiceError } from './service.ts'
import { limits, limitVariable, type LimitName } from '../config/limit-figures.ts'

/** Milliseconds. */
export const MINUTE = 60_000
export const DAY = 86_400_000

const RAISED = 10_000

/** A limit as this deployment sets it: a variable `LIMIT_<NAME>`, else the stated figure. */
export function limit(env: Env, name: LimitName): number {
  const variable = limitVariable(name)
  const configured = Number((env as unknown as Record<string, string | undefined>)[variable])
  if (Number.isInteger(configured) && configured > 0) return configured
  return env.LIMITS === 'raised' ? limits[name] * RAISED : limits[name]
}

const COUNT = `
  INSERT INTO attempt_counter (name, count, window_ends_at) VALUES (?1, 1, ?2 + ?3)
  ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN window_ends_at <= ?2 THEN 1 ELSE count + 1 END,
    window_ends_at = CASE WHEN window_ends_at <= ?2 THEN ?2 + ?3 ELSE window_ends_at END
  RETURNING count, window_ends_at`

/**
 * Counts one attempt exactly, in one statement, before anything costly happens.
 * @param name what is counted and for whom, without any plain address (use a keyed hash)
 * @param windowMs length of the fixed window that the first attempt opens
 * @throws ServiceError tooManyAttempts with `retryAfter` once there were more than `most` in the window
 */
export async function countAttempt(
  env: Env,
  name: string,
  most: number,
  windowMs: number,
): Promise<void> {
  const nowMs = now(env)
  const row = await env.DB.prepare(COUNT)
    .bind(name, nowMs, windowMs)
    .first<{ count: number; window_ends_at: number }>()
  if (row && row.count > most) {
    throw new ServiceError('tooManyAttempts', {
      retryAfter: Math.max(1, Math.ceil((row.window_ends_at - nowMs) / 1000)),
    })
  }
}
