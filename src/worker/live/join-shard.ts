import { MINUTE_MS } from '../../domain/durations.ts'
import { errorName, log } from '../logging/log.ts'
import { LruMap } from '../http/lru-map.ts'
import { capacity } from './capacity.ts'
import { regionOf, shardName } from './shard-name.ts'
import { withShardTimeout } from './shard-timeout.ts'

/** Shards that fail or take too long, after which the reader is refused. */
const MAX_FAILURES = 2
const HINT_TTL_MS = MINUTE_MS
const MAX_HINTS = 1_000

/** The first shard worth asking, by question and region: avoids asking full and failing ones again for a while. */
const hints = new LruMap<string, { shard: number; until: number }>(MAX_HINTS)

/**
 * Opens a reader's socket in the first shard of the reader's region that has room. A shard that fails or hangs is
 * passed over, for the next readers of this isolate at once.
 * @returns 101 with the socket; 404 for no question, 429 when the address has too many sockets, 503 when no shard has
 *   room or responds
 */
export async function joinShard(
  env: Env,
  request: Request,
  questionId: string,
  after: string,
): Promise<Response> {
  const region = regionOf(request)
  const key = shardName(questionId, region, 0)
  const hint = hints.get(key)
  const first = hint && hint.until > Date.now() ? hint.shard : 0
  const headers = new Headers({ Upgrade: 'websocket' })
  headers.set('CF-Connecting-IP', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  let failures = 0
  for (let shard = first; shard < capacity(env).shards; shard++) {
    const name = shardName(questionId, region, shard)
    const id = env.ROOM_SHARD.idFromName(name)
    const stub = env.ROOM_SHARD.get(id, region && { locationHint: region })
    const url = `http://shard/${name}${after && `?after=${after}`}`
    const response = await openWithTimeout(stub.fetch(new Request(url, { headers }))).catch(
      (error) => {
        log(env, 'warn', 'shard-failed', { error: errorName(error) })
      },
    )
    if (response?.status === 101 && shard > first)
      hints.set(key, { shard, until: Date.now() + HINT_TTL_MS })
    if (response && response.status !== 503) return response.status === 507 ? full() : response
    if (!response && ++failures === MAX_FAILURES) return full()
  }
  return full()
}

const full = () => new Response(null, { status: 503 })

/** Closes a socket that opens after the timeout, since nobody reads it. */
function openWithTimeout(opening: Promise<Response>): Promise<Response> {
  return withShardTimeout(opening).catch((error: unknown) => {
    opening.then(closeSocket, () => undefined)
    throw error
  })
}

function closeSocket({ webSocket }: Response): void {
  webSocket?.accept()
  webSocket?.close()
}
