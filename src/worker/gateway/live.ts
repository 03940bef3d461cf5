import type { Context } from 'hono'
import { errorResponse } from '../contract/service.ts'
import { READERS_PER_SHARD } from '../live/room-shard.ts'
import { log } from '../log.ts'
import type { GatewayBindings } from './request-log.ts'

const QUESTION_ID = /^[A-Za-z0-9_-]{1,32}$/
/** Shards tried for one reader, some 190,000 sockets at once for one question. */
const MOST_SHARDS = 64
const HINT_LIFETIME_MS = 60_000

/** The shard that last had room, by question: spares asking the full ones again for a while. */
const hints = new Map<string, { shard: number; until: number }>()

/**
 * The WebSocket of a question's live comments. Only this site's own pages may open it; a reader for whom no shard
 * has room asks by HTTP instead.
 */
export async function live(c: Context<GatewayBindings>): Promise<Response> {
  const { requestId } = c.var
  const questionId = c.req.query('questionId') ?? ''
  if (!QUESTION_ID.test(questionId)) return errorResponse('contentNotFound', { requestId })
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    return errorResponse('contentNotFound', { requestId })
  }
  if (!isOwnOrigin(c)) return errorResponse('userPrivilegeNotFound', { requestId })

  const hint = hints.get(questionId)
  const first = hint && hint.until > Date.now() ? hint.shard : 0
  for (let shard = first; shard < MOST_SHARDS; shard++) {
    const name = `${questionId}:${shard}`
    const stub = c.env.ROOM_SHARD.get(c.env.ROOM_SHARD.idFromName(name))
    const headers = new Headers({ Upgrade: 'websocket' })
    headers.set('CF-Connecting-IP', c.req.header('CF-Connecting-IP') ?? 'unknown')
    const answer = await stub.fetch(new Request(`http://shard/${name}`, { headers }))
    if (answer.status === 429)
      return errorResponse('tooManyAttempts', { requestId, retryAfter: 60 })
    if (answer.status === 404) return errorResponse('dataNotFound', { requestId })
    if (answer.status !== 101) continue
    if (shard > 0) hints.set(questionId, { shard, until: Date.now() + HINT_LIFETIME_MS })
    return answer
  }
  log(c.env, 'warn', 'rooms-full', { readers: MOST_SHARDS * READERS_PER_SHARD })
  return errorResponse('tooManyAttempts', { requestId, retryAfter: 60 })
}

function isOwnOrigin(c: Context<GatewayBindings>): boolean {
  const origin = c.req.header('Origin')
  return (
    origin === new URL(c.req.url).origin ||
    (Boolean(c.env.PUBLIC_ORIGIN) && origin === c.env.PUBLIC_ORIGIN)
  )
}
