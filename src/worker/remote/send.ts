import type { ServiceLocation } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import type { Call } from '../../contract/call.ts'
import type { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'
import { outgoingHeaders } from './request.ts'

export type Elsewhere = Extract<ServiceLocation, { kind: 'remote' | 'bound' }>

/** Milliseconds for a whole answer, a second try included. */
export const TIME_LIMIT = 3_000

/** @throws RemoteFault unreachable */
export async function send(
  place: Elsewhere,
  url: string,
  init: RequestInit,
  deadline: Deadline,
): Promise<Response> {
  const { signal } = deadline
  const request = new Request(url, { ...init, redirect: 'manual', signal })
  const sent = place.kind === 'bound' ? place.binding.fetch(request) : fetch(request)
  try {
    return await deadline.within(sent)
  } catch (error) {
    if (error instanceof RemoteFault) throw error
    throw new RemoteFault('unreachable', 'no connection')
  }
}

/** A picture stands at the origin, everything else below the base. */
export function addressOf(place: Elsewhere, path: string, request: Request): string {
  if (place.kind === 'bound') return new URL(path, request.url).href
  return path.startsWith('/picture/') ? new URL(path, place.base).href : place.base + path
}

/** What goes with a call of a service, introduced to it where it may know. */
export function headersFor(place: Elsewhere, call: Call, request: Request): Headers {
  const headers = outgoingHeaders(request, call)
  introduce(headers, place, request)
  return headers
}

/**
 * Says who asks and where this site is, for limits and for links in mail, to those alone who may trust it: a worker
 * of the same account, this machine, or who shares a key with this gateway.
 */
function introduce(headers: Headers, place: Elsewhere, request: Request): void {
  if (place.kind === 'remote' && !place.key && !isLoopback(new URL(place.base).hostname)) return
  if (place.kind === 'remote' && place.key) headers.set('Service-Key', place.key)
  headers.set('Client-Address', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  headers.set('Site-Origin', new URL(request.url).origin)
}
