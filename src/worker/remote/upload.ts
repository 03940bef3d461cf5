import type { Call } from '../../contract/call.ts'
import { ServiceError } from '../http/service.ts'
import { Deadline } from './deadline.ts'
import { contractAnswer } from './response.ts'
import { checkBody, limitedStream } from './request.ts'
import { addressOf, headersFor, send, TIME_LIMIT, type RemoteLocation } from './send.ts'

/** Milliseconds for a large body to leave a slow phone; the answer has its own time afterwards. */
const SENDING_LIMIT = 120_000

/**
 * A large body goes on as it comes. The time for the answer begins when the last of it has left; what breaks off
 * before may be the client's doing, so that it says nothing about the service.
 */
export async function sendLarge(
  location: RemoteLocation,
  call: Call,
  request: Request,
): Promise<Response> {
  const most = call.bodyLimit!
  checkBody(request, most)
  const headers = headersFor(location, call, request)
  headers.set('Content-Type', 'application/json')
  const deadline = new Deadline(SENDING_LIMIT)
  let isTooLarge = false
  let isSent = false
  const body = limitedStream(
    request.body!,
    most,
    () => {
      isSent = true
      deadline.set(TIME_LIMIT)
    },
    () => {
      isTooLarge = true
    },
  )
  const url = addressOf(location, call.path, request)
  try {
    const response = await send(location, url, { method: request.method, headers, body }, deadline)
    if (isTooLarge) throw new ServiceError('requestTooLarge')
    deadline.set(TIME_LIMIT)
    return await contractAnswer(response, call, deadline)
  } catch (error) {
    if (isTooLarge) throw new ServiceError('requestTooLarge')
    throw isSent ? error : new ServiceError('databaseConnectionFailed', { cause: error })
  } finally {
    deadline.clear()
  }
}
