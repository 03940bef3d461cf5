import type { Context } from 'hono'
import type { Limit } from '../../contract/limits.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import type { LimitName } from '../config/limits.ts'
import { countAttempt } from '../http/count-in-database.ts'
import { countInMemory } from '../http/count-in-memory.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'
import { networkCounter } from './counter-names.ts'

/**
 * Counts one request of the connection's network, exactly or in this isolate's memory.
 * @throws ServiceError tooManyAttempts with `retryAfter`
 */
export async function countNetwork(
  c: Context<ServiceBindings>,
  limit: LimitName,
  { windowMs, isCoarse }: Pick<Extract<Limit, { windowMs: number }>, 'windowMs' | 'isCoarse'>,
): Promise<void> {
  const max = config(c.env).limits[limit]
  const name = await networkCounter(c.env, c.req.raw.headers, limit)
  if (!isCoarse) {
    await countAttempt(c.env, name, max, windowMs)
    return
  }
  const retryAfter = countInMemory(name, max, now(c.env))
  if (retryAfter > 0) throw new ServiceError('tooManyAttempts', { retryAfter })
}
