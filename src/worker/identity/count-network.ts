import type { Limit } from '../../contract/limits.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import type { LimitName } from '../config/limits.ts'
import { countAttempt } from '../http/count-in-database.ts'
import { LruMap } from '../http/lru-map.ts'
import { ServiceError } from '../http/service.ts'
import { networkCounter } from './counter-names.ts'

/**
 * Counts one request of the connection's network, exactly or in this isolate's memory.
 * @throws ServiceError tooManyAttempts with `retryAfter`
 */
export async function countNetwork(
  c: { env: Env; req: { raw: Request } },
  limit: LimitName,
  { windowMs, isCoarse }: Pick<Extract<Limit, { windowMs: number }>, 'windowMs' | 'isCoarse'>,
): Promise<void> {
  const max = config(c.env).limits[limit]
  const name = await networkCounter(c.env, c.req.raw.headers, limit)
  if (isCoarse) countInMemory(c.env, name, max, windowMs)
  else await countAttempt(c.env, name, max, windowMs)
}

/** Networks that one isolate counts at the same time. */
const MAX_WINDOWS = 10_000

const windows = new LruMap<string, { count: number; endsAt: number }>(MAX_WINDOWS)

/** As `countAttempt`, in this isolate alone: a coarse limit that keeps a flood off the database. */
function countInMemory(env: Env, name: string, max: number, windowMs: number): void {
  const nowMs = now(env)
  const open = windows.get(name)
  if (!open || open.endsAt <= nowMs) {
    windows.set(name, { count: 1, endsAt: nowMs + windowMs })
    return
  }
  open.count++
  if (open.count <= max) return
  const retryAfter = Math.max(1, Math.ceil((open.endsAt - nowMs) / 1000))
  throw new ServiceError('tooManyAttempts', { retryAfter })
}
