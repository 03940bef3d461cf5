import type { Context } from 'hono'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { READERS_PER_SHARD } from '../../live/capacity.ts'
import { log } from '../../logging/log.ts'

const QUESTION_ID = /^[A-Za-z0-9_-]{1,32}$/
/** Shards tried for one reader, some 190,000 sockets at once for one question. */
const MOST_SHARDS = 64
const HINT_LIFETIME_MS = 60_000

/** The shard that last had room, by question: spares asking the full ones again for a while. */
const hints = new Map<string, { shard: number; until: number }>()

/**
 * The WebSocket of a question's live comments. The gateway lets only this site's own pages open it; a reader for
 * whom no shard has room asks by HTTP instead.
 * @throws ServiceError contentNotFound without an upgrade or a question's id, dataNotFound, tooManyAttempts
 */
export async function live(c: Context<ServiceBindings>): Promise<Response> {
  const questionId = c.req.query('questionId') ?? ''
  const isUpgrade = c.req.header('Upgrade')?.toLowerCase() === 'websocket'
  if (!isUpgrade || !QUESTION_ID.test(questionId)) throw new ServiceError('contentNotFound')

  const hint = hints.get(questionId)
  const first = hint && hint.until > Date.now() ? hint.shard : 0
  for (let shard = first; shard < MOST_SHARDS; shard++) {
    const name = `${questionId}:${shard}`
    const stub = c.env.ROOM_SHARD.get(c.env.ROOM_SHARD.idFromName(name))
    const headers = new Headers({ Upgrade: 'websocket' })
    headers.set('CF-Connecting-IP', c.req.header('CF-Connecting-IP') ?? 'unknown')
    const answer = await stub.fetch(new Request(`http://shard/${name}`, { headers }))
    if (answer.status === 429) throw new ServiceError('tooManyAttempts', { retryAfter: 60 })
    if (answer.status === 404) throw new ServiceError('dataNotFound')
    if (answer.status !== 101) continue
    if (shard > 0) hints.set(questionId, { shard, until: Date.now() + HINT_LIFETIME_MS })
    return answer
  }
  log(c.env, 'warn', 'rooms-full', { readers: MOST_SHARDS * READERS_PER_SHARD })
  throw new ServiceError('tooManyAttempts', { retryAfter: 60 })
}
