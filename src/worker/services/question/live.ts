import { MINUTE_MS } from '../../../domain/durations.ts'
import { ID } from '../../../domain/id.ts'
import { withTimeout } from '../../../domain/with-timeout.ts'
import type { Handler } from '../../http/create-service.ts'
import { LruMap } from '../../http/lru-map.ts'
import { ServiceError, tooManyAttempts } from '../../http/service.ts'
import { capacity, roomName } from '../../live/sockets.ts'
import { eventsAfter, newestSeq } from '../../live/events.ts'
import { errorName, log } from '../../logging/log.ts'

const MAX_IDS = 1_000
/** An unknown id is refused without a query for this time. */
const UNKNOWN_TTL_MS = 5_000
/** Another request's query may be orphaned when that request is cancelled. */
const QUERY_TIMEOUT_MS = 2_000

/** Also of other requests. Questions are never deleted, so one that exists stays valid. */
const lookups = new LruMap<string, { exists: Promise<boolean>; until: number }>(MAX_IDS)

/** Whether the question exists; reads one indexed row for an id new to this isolate. */
async function questionExists(env: Env, questionId: string): Promise<boolean> {
  const known = lookups.get(questionId)
  if (known && known.until > Date.now()) {
    const exists = await withTimeout(known.exists, QUERY_TIMEOUT_MS).catch(() => undefined)
    if (exists !== undefined) return exists
  }
  const row = env.DB.prepare('SELECT 1 FROM question WHERE id = ?1').bind(questionId).first()
  const lookup = { exists: row.then((found) => found !== null), until: Infinity }
  lookups.set(questionId, lookup)
  const exists = await lookup.exists
  if (!exists) lookup.until = Date.now() + UNKNOWN_TTL_MS
  return exists
}

/**
 * Catch-up for an open page: events after its last one.
 * @throws ServiceError dataNotFound when some are no longer kept; the page then reloads the question
 */
export const listEvents: Handler<'listEvents'> = async (c, { questionId, after }) => {
  let events = await eventsAfter(c.env, questionId, after)
  if (events.length === 0 && ((await newestSeq(c.env, questionId)) ?? 0) <= after) return []
  // One may have been added between the two reads.
  if (events.length === 0) events = await eventsAfter(c.env, questionId, after)
  if (events[0]?.seq !== after + 1) throw new ServiceError('dataNotFound')
  return events
}

const JOIN_TIMEOUT_MS = 3_000

/**
 * Opens a reader's socket in the question's first room with space.
 * @returns 101 with the socket; 404 without the question, 429 for too many sockets of the address, 503 when all rooms
 *   are full or one does not respond
 */
async function joinRoom(env: Env, request: Request, questionId: string): Promise<Response> {
  const headers = new Headers({ Upgrade: 'websocket' })
  headers.set('CF-Connecting-IP', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  const full = new Response(null, { status: 503 })
  for (let number = 0; number < capacity(env).rooms; number++) {
    const room = env.ROOM.get(env.ROOM.idFromName(roomName({ questionId, number })))
    const url = `http://room/${questionId}/${number}`
    try {
      const joining = room.fetch(new Request(url, { headers }))
      const response = await withTimeout(joining, JOIN_TIMEOUT_MS)
      if (response.status !== 503) return response
    } catch (error) {
      log(env, 'warn', 'room-failed', { error: errorName(error) })
      return full
    }
  }
  return full
}

/**
 * WebSocket of a question's live comments. The gateway admits same-origin pages only; without space, a reader polls
 * by HTTP.
 * @throws ServiceError contentNotFound without an upgrade or a question's id, dataNotFound, tooManyAttempts
 */
export const followQuestion: Handler<'followQuestion'> = async (c, { questionId }) => {
  const isUpgrade = c.req.header('Upgrade')?.toLowerCase() === 'websocket'
  if (!isUpgrade || !ID.test(questionId)) throw new ServiceError('contentNotFound')
  // Checked first: calling a Durable Object by a made-up id would create it.
  if (!(await questionExists(c.env, questionId))) throw new ServiceError('dataNotFound')

  const response = await joinRoom(c.env, c.req.raw, questionId)
  if (response.status === 101) return response
  if (response.status === 404) throw new ServiceError('dataNotFound')
  if (response.status === 503) log(c.env, 'warn', 'rooms-full', { readers: capacity(c.env).max })
  throw tooManyAttempts(MINUTE_MS)
}
