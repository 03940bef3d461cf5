import { withTimeout } from '../../domain/with-timeout.ts'
import { errorName, log } from '../logging/log.ts'
import { capacity, roomName } from './capacity.ts'

const JOIN_TIMEOUT_MS = 3_000

/**
 * Opens a reader's socket in the first of the question's rooms that is not full.
 * @returns 101 with the socket; 404 for no question, 429 when the address has too many sockets, 503 when every room is
 *   full or one does not respond
 */
export async function joinRoom(
  env: Env,
  request: Request,
  questionId: string,
  after: string,
): Promise<Response> {
  const headers = new Headers({ Upgrade: 'websocket' })
  headers.set('CF-Connecting-IP', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  const full = new Response(null, { status: 503 })
  for (let number = 0; number < capacity(env).rooms; number++) {
    const room = env.ROOM.get(env.ROOM.idFromName(roomName({ questionId, number })))
    const url = `http://room/${questionId}/${number}${after && `?after=${after}`}`
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
