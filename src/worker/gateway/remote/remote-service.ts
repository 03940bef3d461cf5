import { errorResponse, ServiceError, type Service } from '../../contract/service.ts'
import type { ServiceName } from '../../services/bases.ts'
import { log } from '../../log.ts'
import { isLoopback, type ServicePlace } from '../service-places.ts'
import { Breaker } from './breaker.ts'
import { remoteCall, type RemoteCall } from './calls.ts'
import { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'
import { contractAnswer } from './incoming.ts'
import { bodyOf, checkBody, limitedStream, outgoingHeaders, queryOf } from './outgoing.ts'

type Elsewhere = Extract<ServicePlace, { kind: 'remote' | 'bound' }>

/** Milliseconds for a whole answer, a second try included (`security.md` 16). */
const TIME_LIMIT = 3_000
/** Milliseconds for a large body to leave a slow phone; the answer has its own time afterwards. */
const SENDING_LIMIT = 120_000
/** Milliseconds that must be left for a second try to make sense, and that it waits before. */
const ENOUGH = 500
const PAUSE = 100

const breakers = new Map<string, Breaker>()

/** One for each place, so that a service that has moved begins anew. */
function breakerOf(name: ServiceName, place: Elsewhere): Breaker {
  const key = place.kind === 'remote' ? `${name} ${place.base}` : name
  let breaker = breakers.get(key)
  if (!breaker) breakers.set(key, (breaker = new Breaker()))
  return breaker
}

/**
 * A service at another address or in another worker. Whatever happens there, the answer is one of the contract: its
 * own, or within `TIME_LIMIT` the catalogue's 503 / -1004 where none could be had and 500 / -1012 where it made no
 * sense.
 */
export function remoteService(name: ServiceName, place: Elsewhere, env: Env): Service {
  return {
    async fetch(request) {
      try {
        const call = remoteCall(name, request.method, new URL(request.url).pathname)
        if (!call) throw new ServiceError('nameNotFound')
        const answer = await guarded(name, place, call, request, env)
        return request.method === 'HEAD' ? new Response(null, answer) : answer
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const { field, retryAfter } = error
        return errorResponse(error.error, {
          ...(field && { field }),
          ...(retryAfter && { retryAfter }),
        })
      }
    },
  }
}

async function guarded(
  name: ServiceName,
  place: Elsewhere,
  call: RemoteCall,
  request: Request,
  env: Env,
): Promise<Response> {
  const breaker = breakerOf(name, place)
  const wait = breaker.wait(Date.now())
  if (wait > 0) throw new ServiceError('databaseConnectionFailed', { retryAfter: wait })
  try {
    const answer = await ask(place, call, request)
    breaker.succeed()
    return answer
  } catch (error) {
    if (!(error instanceof RemoteFault)) {
      breaker.leave()
      throw error
    }
    // Nonsense is an answer, perhaps to one call only; silence concerns them all.
    if (error.kind === 'unreachable') breaker.fail(Date.now())
    const { kind, problem } = error
    log(env, 'warn', 'remote', { service: name, kind, problem })
    throw new ServiceError(
      kind === 'unreachable' ? 'databaseConnectionFailed' : 'somethingWentWrong',
    )
  }
}

async function ask(place: Elsewhere, call: RemoteCall, request: Request): Promise<Response> {
  const { search } = new URL(request.url)
  const headers = outgoingHeaders(request, call)
  introduce(headers, place, request)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (call.answer === 'socket') return socket(place, call, request, headers)
  if (call.bodyLimit) return stream(place, call, request, headers)

  const init: RequestInit = { method, headers }
  let query = search
  if (call.takesBody) {
    const body = await bodyOf(request)
    if (call.asQuery && place.kind === 'remote') {
      init.method = 'GET'
      query = queryOf(body, call.asQuery)
    } else {
      init.body = JSON.stringify(body)
      headers.set('Content-Type', 'application/json')
    }
  }
  const url = addressOf(place, call.path, request) + query
  const deadline = new Deadline(TIME_LIMIT)
  const once = async () => {
    const response = await send(place, url, init, deadline)
    return contractAnswer(response, call, deadline)
  }
  const finished = await once()
    .catch(async (error: unknown) => {
      const isWorthIt = error instanceof RemoteFault && error.kind === 'unreachable'
      if (!call.isRead || !isWorthIt || deadline.remaining < ENOUGH + PAUSE) throw error
      deadline.set(deadline.remaining)
      await scheduler.wait(PAUSE)
      return once()
    })
    .catch((error: unknown) => {
      deadline.clear()
      throw error
    })
  if (call.answer !== 'journal') deadline.clear()
  return finished
}

/**
 * A large body goes on as it comes. The time for the answer begins when the last of it has left; what breaks off
 * before may be the client's doing, so that it says nothing about the service.
 */
async function stream(
  place: Elsewhere,
  call: RemoteCall,
  request: Request,
  headers: Headers,
): Promise<Response> {
  const most = call.bodyLimit!
  checkBody(request, most)
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
  const url = addressOf(place, call.path, request)
  try {
    const response = await send(place, url, { method: request.method, headers, body }, deadline)
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

/** The other side's socket becomes the client's; without one the client hears why, and asks by HTTP. */
async function socket(
  place: Elsewhere,
  call: RemoteCall,
  request: Request,
  headers: Headers,
): Promise<Response> {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    throw new ServiceError('contentNotFound')
  headers.set('Upgrade', 'websocket')
  const deadline = new Deadline(TIME_LIMIT)
  const url = addressOf(place, call.path, request) + new URL(request.url).search
  try {
    const response = await send(place, url, { headers }, deadline)
    if (response.status === 101 && response.webSocket)
      return new Response(null, { status: 101, webSocket: response.webSocket })
    return await contractAnswer(response, call, deadline)
  } finally {
    deadline.clear()
  }
}

async function send(
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
function addressOf(place: Elsewhere, path: string, request: Request): string {
  if (place.kind === 'bound') return new URL(path, request.url).href
  return path.startsWith('/picture/') ? new URL(path, place.base).href : place.base + path
}

/**
 * Says who asks and where this site is, for limits and for links in mail, to those alone who may trust it: a worker
 * of the same account, this machine, or who shares a key with this gateway.
 */
function introduce(headers: Headers, place: Elsewhere, request: Request): void {
  if (place.kind === 'remote' && !place.key && !isLoopback(place.base)) return
  if (place.kind === 'remote' && place.key) headers.set('Service-Key', place.key)
  headers.set('Client-Address', request.headers.get('CF-Connecting-IP') ?? 'unknown')
  headers.set('Site-Origin', new URL(request.url).origin)
}
