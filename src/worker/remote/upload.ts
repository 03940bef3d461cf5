import { MINUTE_MS } from '../../domain/durations.ts'
import type { Call } from '../../contract/call.ts'
import { ServiceError } from '../http/service.ts'
import { Deadline } from './deadline.ts'
import { contractResponse } from './response.ts'
import { checkBody, limitedStream } from './request.ts'
import { addressOf, headersFor, send, REMOTE_TIMEOUT_MS, type RemoteLocation } from './send.ts'

/** Time for a large body to leave a slow phone; the response has its own time afterwards. */
const SENDING_TIMEOUT_MS = 2 * MINUTE_MS

/**
 * A large body goes on as it comes. The time for the response begins when the last of it has left. An upload
 * that breaks off before may be the client's doing, so it does not count against the service.
 */
export async function sendLarge(
  location: RemoteLocation,
  call: Call,
  request: Request,
): Promise<Response> {
  const maxBytes = call.bodyLimit!
  checkBody(request, maxBytes)
  const headers = headersFor(location, call, request)
  headers.set('Content-Type', 'application/json')
  const deadline = new Deadline(SENDING_TIMEOUT_MS)
  let isTooLarge = false
  let isSent = false
  const body = limitedStream(
    request.body!,
    maxBytes,
    () => {
      isSent = true
      deadline.set(REMOTE_TIMEOUT_MS)
    },
    () => {
      isTooLarge = true
    },
  )
  const url = addressOf(location, call, request)
  try {
    const response = await send(location, url, { method: request.method, headers, body }, deadline)
    if (isTooLarge) throw new ServiceError('requestTooLarge')
    deadline.set(REMOTE_TIMEOUT_MS)
    return await contractResponse(response, call, deadline)
  } catch (error) {
    if (isTooLarge) throw new ServiceError('requestTooLarge')
    throw isSent ? error : new ServiceError('databaseConnectionFailed', { cause: error })
  } finally {
    deadline.clear()
  }
}
