import type { Context } from 'hono'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import type { LimitName } from '../config/limits.ts'
import { countAttempt } from '../http/count-in-database.ts'
import { countInMemory } from '../http/count-in-memory.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'
import { addressCounter } from './client-address.ts'

/**
 * Counts one request of a sender within a minute, in this isolate's memory.
 * @param what is counted, in the name of the counter
 * @throws ServiceError tooManyAttempts with `retryAfter`
 */
export async function countSender(
  c: Context<ServiceBindings>,
  what: string,
  limit: LimitName,
): Promise<void> {
  const name = await addressCounter(c.env, c.req.raw.headers, what)
  const retryAfter = countInMemory(name, config(c.env).limits[limit], now(c.env))
  if (retryAfter > 0) throw new ServiceError('tooManyAttempts', { retryAfter })
}

/**
 * Counts one request of a sender within a longer time, exactly.
 * @param what is counted, in the name of the counter
 * @throws ServiceError tooManyAttempts with `retryAfter`
 */
export async function countSenderExactly(
  { env, req }: Context<ServiceBindings>,
  what: string,
  limit: LimitName,
  windowMs: number,
): Promise<void> {
  const name = await addressCounter(env, req.raw.headers, what)
  await countAttempt(env, name, config(env).limits[limit], windowMs)
}
