import type { ServiceLocation } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import type { Call } from '../../contract/call.ts'
import type { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'
import { outgoingHeaders } from './request.ts'

export type RemoteLocation = Extract<ServiceLocation, { kind: 'remote' | 'bound' }>

/** Time for a whole response, the retry included. */
export const REMOTE_TIMEOUT_MS = 3_000

/** @throws RemoteFault unreachable */
export async function send(
  location: RemoteLocation,
  url: string,
  init: RequestInit,
  deadline: Deadline,
): Promise<Response> {
  const { signal } = deadline
  const request = new Request(url, { ...init, redirect: 'manual', signal })
  const sent = location.kind === 'bound' ? location.binding.fetch(request) : fetch(request)
  try {
    return await deadline.within(sent)
  } catch (error) {
    if (error instanceof RemoteFault) throw error
    throw new RemoteFault('unreachable', 'no connection')
  }
}

/** The picture of a person, a call of the gateway's, is below the origin, every call of a service below its base. */
export function addressOf(location: RemoteLocation, call: Call, request: Request): string {
  if (location.kind === 'bound') return new URL(call.path, request.url).href
  if (call.service === 'gateway') return new URL(call.path, location.base).href
  return location.base + call.path
}

/** Request headers; adds the client's address and continent and the origin for trusted services. */
export function headersFor(location: RemoteLocation, call: Call, request: Request): Headers {
  const headers = outgoingHeaders(request, call)
  addTrustedCaller(headers, location, request)
  return headers
}

/**
 * Adds the client's address, its continent and this site's origin, for limits, for the region of a socket's shard and
 * for links in mail, where the service trusts this gateway: a worker of the same account, one on this machine, or one that shares a key with it.
 */
function addTrustedCaller(headers: Headers, location: RemoteLocation, request: Request): void {
  if (location.kind === 'remote' && !location.key && !isLoopback(new URL(location.base).hostname))
    return
  if (location.kind === 'remote' && location.key) headers.set('Service-Key', location.key)
  headers.set('Client-Address', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  const { continent } = (request.cf ?? {}) as { continent?: string }
  if (continent) headers.set('Client-Continent', continent)
  headers.set('Site-Origin', new URL(request.url).origin)
}
