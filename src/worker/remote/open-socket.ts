import type { Call } from '../../contract/call.ts'
import { ServiceError } from '../http/service.ts'
import { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'
import { contractResponse } from './response.ts'
import { addressOf, headersFor, send, REMOTE_TIMEOUT_MS, type RemoteLocation } from './send.ts'

/**
 * The other side's socket becomes the client's; without one the client hears why, and asks by HTTP. A service without
 * sockets may fail here in any way, which says nothing about its other calls.
 */
export async function openSocket(
  location: RemoteLocation,
  call: Call,
  request: Request,
): Promise<Response> {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    throw new ServiceError('contentNotFound')
  const headers = headersFor(location, call, request)
  headers.set('Upgrade', 'websocket')
  const deadline = new Deadline(REMOTE_TIMEOUT_MS)
  const url = addressOf(location, call, request) + new URL(request.url).search
  try {
    const response = await send(location, url, { headers }, deadline)
    if (response.status === 101 && response.webSocket)
      return new Response(null, { status: 101, webSocket: response.webSocket })
    return await contractResponse(response, call, deadline)
  } catch (error) {
    const isSilent = error instanceof RemoteFault && error.kind === 'unreachable'
    throw isSilent ? new ServiceError('databaseConnectionFailed', { cause: error }) : error
  } finally {
    deadline.clear()
  }
}
