import { getPath } from 'hono/utils/url'
import type { ServiceName } from '../../contract/bases.ts'
import { changesData, type Call } from '../../contract/call.ts'
import { gatewayCalls } from '../../contract/calls/gateway.ts'
import { findCall, findServiceCall } from '../../contract/contract.ts'
import { errorResponse, ServiceError, type Service } from '../http/service.ts'
import { log } from '../logging/log.ts'
import { bodyOf, outgoingHeaders, queryOf } from './request.ts'
import { contractResponse, RemoteFault } from './response.ts'

/** Time for a whole response, the retry included. */
const TIMEOUT_MS = 3_000
const RETRY_DELAY_MS = 100

/**
 * Proxies calls of the contract to a service at another address. A service without a usable response in time is
 * 503 / -1004, one whose response does not match the contract 500 / -1012.
 * @param base address without a trailing slash
 */
export function remoteService(name: ServiceName, base: string, env: Env): Service {
  return {
    async fetch(request) {
      try {
        // Decoded, as an embedded service reads it.
        const call = callOf(name, request.method, getPath(request))
        const response = await forward(base, call, request)
        return request.method === 'HEAD' ? new Response(null, response) : response
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        if (error instanceof RemoteFault)
          log(env, 'warn', 'remote', { service: name, kind: error.kind, problem: error.problem })
        return errorResponse(error.error, error)
      }
    },
  }
}

/** @throws ServiceError nameNotFound, and dataNotFound for a malformed picture id */
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

async function forward(base: string, call: Call, request: Request): Promise<Response> {
  const headers = outgoingHeaders(request, call)
  const init: RequestInit = { method: call.method, headers, redirect: 'manual' }
  let query = new URL(request.url).search
  if (call.body) {
    // Before the deadline starts: a slow client is not a slow service.
    const body = await bodyOf(request, call.bodyLimit)
    if (call.asQuery) {
      init.method = 'GET'
      query = queryOf(body, Object.keys(call.body.shape))
    } else {
      init.body = body
      headers.set('Content-Type', 'application/json')
    }
  }
  if (call.success.status === 101) {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      throw new ServiceError('contentNotFound')
    headers.set('Upgrade', 'websocket')
    // The gateway has checked the client's.
    headers.set('Origin', new URL(base).origin)
  }
  const url = (call.service === 'gateway' ? new URL(base).origin : base) + call.path + query
  const signal = AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS)
  const send = () => contractResponse(fetch(url, { ...init, signal }), call, signal)
  const isRepeatable = !changesData(call) && !call.isCounted && call.success.status !== 101
  return send().catch(async (error: unknown) => {
    const isUnreachable = error instanceof RemoteFault && error.kind === 'unreachable'
    if (!isRepeatable || !isUnreachable || signal.aborted) throw error
    await scheduler.wait(RETRY_DELAY_MS)
    return send()
  })
}
