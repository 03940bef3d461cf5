import { getPath } from 'hono/utils/url'
import type { z } from 'zod'
import { serviceBases, type ServiceName } from '../../contract/bases.ts'
import { type Call, changesData } from '../../contract/call.ts'
import { gatewayCalls } from '../../contract/calls/gateway.ts'
import { findCall } from '../../contract/contract.ts'
import { signInHeaders } from '../../contract/fields.ts'
import { BODY_LIMIT } from '../http/create-service.ts'
import { readBody } from '../http/request-body.ts'
import { errorResponse, type Service, ServiceError } from '../http/service.ts'
import { SOCIAL_NONCE_COOKIE, socialNonceCookie } from '../identity/social-provider.ts'
import { log } from '../logging/log.ts'
import { contractResponse, RemoteFault } from './response.ts'

/** Allow-list: no other header of a client leaves this origin. */
const FORWARDED = ['Authorization', 'Idempotency-Key', 'LanguageCode', 'X-Request-Id']
const SIGN_IN = Object.keys(signInHeaders.shape)

/** Forwards allowed headers, and the client's address for rate limits. */
function outgoingHeaders(request: Request, call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  for (const name of call.isSignIn ? [...FORWARDED, ...SIGN_IN] : FORWARDED) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const address = request.headers.get('CF-Connecting-IP')
  if (address) headers.set('X-Forwarded-For', address)
  const entityTag = request.headers.get('If-None-Match')
  if (entityTag && 'files' in call.success && call.success.mayBeKnown)
    headers.set('If-None-Match', entityTag)
  const nonce = call.carriesNonce && socialNonceCookie(request.headers)
  if (nonce) headers.set('Cookie', `${SOCIAL_NONCE_COOKIE}=${nonce}`)
  return headers
}

const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json\b/i

/** @throws ServiceError requestTooLarge, contentNotFound */
async function bodyOf(request: Request, maxBytes = BODY_LIMIT): Promise<string> {
  const body = await readBody(request, maxBytes)
  if (!JSON_TYPE.test(request.headers.get('Content-Type') ?? '') || !request.body)
    throw new ServiceError('contentNotFound')
  return new TextDecoder().decode(body)
}

/** @throws ServiceError contentNotFound */
function queryOf(text: string, body: z.ZodObject): string {
  try {
    return `?${new URLSearchParams(body.parse(JSON.parse(text)) as Record<string, string>)}`
  } catch (cause) {
    throw new ServiceError('contentNotFound', { cause })
  }
}

/** For the whole response, including the retry. */
const TIMEOUT_MS = 3_000
const RETRY_DELAY_MS = 100

/**
 * Proxies contract calls to a remote service. 503 / -1004 without a usable response in time; 500 / -1012 when it does
 * not match the contract.
 * @param base address without a trailing slash
 */
export function remoteService(name: ServiceName, base: string, env: Env): Service {
  return {
    async fetch(request) {
      try {
        // Decoded, as in an embedded service.
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
  // The only call outside a service's base.
  if (name === 'user' && pathname.startsWith('/picture/')) {
    if (findCall(method, pathname) !== gatewayCalls.readPicture)
      throw new ServiceError('dataNotFound')
    return { ...gatewayCalls.readPicture, path: pathname }
  }
  const call = findCall(method, serviceBases[name] + pathname)
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
      query = queryOf(body, call.body)
    } else {
      init.body = body
      headers.set('Content-Type', 'application/json')
    }
  }
  if (call.success.status === 101) {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      throw new ServiceError('contentNotFound')
    headers.set('Upgrade', 'websocket')
    // The gateway has checked the client's origin.
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
