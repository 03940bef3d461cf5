import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import type { Context } from 'hono'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { addressCounter } from '../../identity/client-address.ts'
import { countInMemory } from '../../http/memory-limits.ts'
import { MINUTE } from '../../http/rate-limits.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { capacity } from '../../live/capacity.ts'
import { log } from '../../logging/log.ts'
import { questionExists } from './question-exists.ts'

const HINT_TTL_MS = 60_000

/** The shard that last had room, by question: spares asking the full ones again for a while. */
const hints = new Map<string, { shard: number; until: number }>()

/**
 * The WebSocket of a question's live comments. The gateway lets only this site's own pages open it; a reader for whom no
 * shard has room asks by HTTP instead. With `after`, the number of the last event that the reader has, the events that
 * it missed come first.
 * @throws ServiceError contentNotFound without an upgrade or a question's id, dataNotFound, tooManyAttempts
 */
export const followQuestion: Handler<typeof questionCalls.followQuestion> = async (
  c,
  { questionId, after },
) => {
  const isUpgrade = c.req.header('Upgrade')?.toLowerCase() === 'websocket'
  if (!isUpgrade || !/^[A-Za-z0-9_-]{1,32}$/.test(questionId) || !/^\d{0,15}$/.test(after ?? ''))
    throw new ServiceError('contentNotFound')
  await countSocket(c)
  // Checked first: calling a Durable Object by a made-up id would create it.
  if (!(await questionExists(c.env, questionId))) throw new ServiceError('dataNotFound')

  const hint = hints.get(questionId)
  const first = hint && hint.until > Date.now() ? hint.shard : 0
  const query = after ? `?after=${after}` : ''
  const { perShard, shards } = capacity(c.env)
  for (let shard = first; shard < shards; shard++) {
    const name = `${questionId}:${shard}`
    const stub = c.env.ROOM_SHARD.get(c.env.ROOM_SHARD.idFromName(name))
    const headers = new Headers({ Upgrade: 'websocket' })
    headers.set('CF-Connecting-IP', c.req.header('CF-Connecting-IP') ?? 'unknown')
    const response = await stub.fetch(new Request(`http://shard/${name}${query}`, { headers }))
    if (response.status === 429) throw new ServiceError('tooManyAttempts', { retryAfter: 60 })
    if (response.status === 404) throw new ServiceError('dataNotFound')
    if (response.status !== 101) continue
    if (shard > 0) hints.set(questionId, { shard, until: Date.now() + HINT_TTL_MS })
    return response
  }
  log(c.env, 'warn', 'rooms-full', { readers: shards * perShard })
  throw new ServiceError('tooManyAttempts', { retryAfter: 60 })
}

async function countSocket(c: Context<ServiceBindings>): Promise<void> {
  const name = await addressCounter(c.env, c.req.raw.headers, 'live')
  const { socketsPerMinute } = config(c.env).limits
  const retryAfter = countInMemory(name, socketsPerMinute, MINUTE, now(c.env))
  if (retryAfter > 0) throw new ServiceError('tooManyAttempts', { retryAfter })
}
