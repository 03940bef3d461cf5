import { getPath } from 'hono/utils/url'
import { errorResponse, ServiceError, type Service } from '../http/service.ts'
import type { ServiceName } from '../../contract/bases.ts'
import { changesData, type Call } from '../../contract/call.ts'
import { gatewayCalls } from '../../contract/calls/gateway.ts'
import { findCall, findServiceCall } from '../../contract/contract.ts'
import { log } from '../logging/log.ts'
import { CircuitBreaker } from '../http/circuit-breaker.ts'
import { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'
import { contractResponse, isStreamed } from './response.ts'
import { openSocket } from './open-socket.ts'
import { bodyOf, queryOf } from './request.ts'
import { sendLarge } from './upload.ts'
import { addressOf, headersFor, send, REMOTE_TIMEOUT_MS, type RemoteLocation } from './send.ts'
import { remainingTime } from './time-budget.ts'

/** A retry follows after the delay, if so much of the deadline is left after it. */
const MIN_RETRY_TIME_MS = 500
const RETRY_DELAY_MS = 100

const breakers = new Map<string, CircuitBreaker>()

/** One for each location, so that a service that has moved starts with a closed circuit. */
function breakerOf(name: ServiceName, location: RemoteLocation): CircuitBreaker {
  const key = location.kind === 'remote' ? `${name} ${location.base}` : name
  let breaker = breakers.get(key)
  if (!breaker) breakers.set(key, (breaker = new CircuitBreaker()))
  return breaker
}

/**
 * A service at another address or in another worker. Every failure becomes an error of the contract: its
 * own, or within the call's timeout the catalogue's 503 / -1004 where none could be had and 500 / -1012 where it is
 * malformed.
 */
export function remoteService(name: ServiceName, location: RemoteLocation, env: Env): Service {
  return {
    async fetch(request) {
      try {
        // Decoded, as an embedded service reads it.
        const call = callOf(name, request.method, getPath(request))
        const response = await throughCircuitBreaker(name, location, call, request, env)
        return request.method === 'HEAD' ? new Response(null, response) : response
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        return errorResponse(error.error, error)
      }
    },
  }
}

/** @throws ServiceError nameNotFound, and dataNotFound for what is no picture's id */
function callOf(name: ServiceName, method: string, pathname: string): Call {
  // The only call of a service below the origin.
  if (name === 'user' && pathname.startsWith('/picture/')) {
    if (findCall(method, pathname) !== gatewayCalls.readPicture)
      throw new ServiceError('dataNotFound')
    return { ...gatewayCalls.readPicture, path: pathname }
  }
  const call = findServiceCall(name, method, pathname)
  if (!call) throw new ServiceError('nameNotFound')
  return call
}

async function throughCircuitBreaker(
  name: ServiceName,
  location: RemoteLocation,
  call: Call,
  request: Request,
  env: Env,
): Promise<Response> {
  const breaker = breakerOf(name, location)
  const admission = breaker.admit(Date.now())
  if (typeof admission === 'number')
    throw new ServiceError('databaseConnectionFailed', { retryAfter: admission })
  try {
    const response = await forward(location, call, request)
    breaker.succeed()
    return response
  } catch (error) {
    if (!(error instanceof RemoteFault)) {
      breaker.release(admission)
      throw error
    }
    // A malformed response may concern one call only; a timeout suggests that the whole service is down.
    if (error.kind === 'unreachable') {
      if (call.timeoutMs) breaker.release(admission)
      else breaker.fail(Date.now())
    }
    const { kind, problem } = error
    log(env, 'warn', 'remote', { service: name, kind, problem })
    throw new ServiceError(
      kind === 'unreachable' ? 'databaseConnectionFailed' : 'somethingWentWrong',
    )
  }
}

async function forward(location: RemoteLocation, call: Call, request: Request): Promise<Response> {
  if (call.success.status === 101) return openSocket(location, call, request)
  if (call.bodyLimit) return sendLarge(location, call, request)

  const method = request.method === 'HEAD' ? 'GET' : request.method
  const headers = headersFor(location, call, request)
  const init: RequestInit = { method, headers }
  let query = new URL(request.url).search
  if (call.body) {
    const body = await bodyOf(request)
    if (call.asQuery && location.kind === 'remote') {
      init.method = 'GET'
      query = queryOf(body, Object.keys(call.body.shape))
    } else {
      init.body = JSON.stringify(body)
      headers.set('Content-Type', 'application/json')
    }
  }
  const url = addressOf(location, call, request) + query
  const deadline = new Deadline(remainingTime(call.timeoutMs ?? REMOTE_TIMEOUT_MS))
  const once = async () => {
    const response = await send(location, url, init, deadline)
    return contractResponse(response, call, deadline, new URLSearchParams(query).get('format'))
  }
  const finished = await once()
    .catch(async (error: unknown) => {
      const isRetryable = error instanceof RemoteFault && error.kind === 'unreachable'
      if (
        changesData(call) ||
        call.isCounted ||
        !isRetryable ||
        deadline.remaining < MIN_RETRY_TIME_MS + RETRY_DELAY_MS
      )
        throw error
      deadline.set(deadline.remaining)
      await scheduler.wait(RETRY_DELAY_MS)
      return once()
    })
    .catch((error: unknown) => {
      deadline.clear()
      throw error
    })
  if (!isStreamed(call)) deadline.clear()
  return finished
}
