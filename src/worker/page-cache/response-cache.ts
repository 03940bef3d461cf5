import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Language } from '../../domain/language.ts'
import { newRequestId } from '../db/id.ts'
import { acceptsBrotli, brotliResponse, compressBody, type BrotliBody } from '../http/brotli.ts'
import { etagMatches } from '../http/etag.ts'
import { isPrefetch } from '../http/prefetch.ts'
import { cookieLanguage } from '../pages/locale.ts'
import { logBatched } from '../logging/batched-log.ts'
import type { GatewayBindings, CacheableBody } from '../http/gateway-bindings.ts'
import { LruMap } from '../http/lru-map.ts'
import type { Lifetime } from '../http/lifetime.ts'

interface CachedResponse extends CacheableBody {
  headers: Headers
  /** The same compressed, once a client has accepted Brotli. */
  brotli?: BrotliBody | undefined
  etag: string
  /** The rest of the log line for a 200 and for a 304, as JSON without the opening brace. */
  logRest: { ok: string; notModified: string }
}

const MAX_RESPONSES = 100

const responses = new LruMap<string, CachedResponse>(MAX_RESPONSES)
/** Increases with each purge: a response that was begun before one is not stored. */
let generation = 0

/** A page depends on nothing of a request but the URL and the language cookie. */
const keyOf = ({ url, headers }: Request): string => {
  const language: Language = cookieLanguage(headers.get('Cookie'))
  return `${language} ${url}`
}

/** A complete cached response with its own request id, found before any routing; `undefined` on a miss. */
export function cachedResponse(
  request: Request,
  env: Env,
  lifetime: Lifetime,
): Response | undefined {
  // A stored response may carry the cookie of its language.
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  const cached = responses.get(keyOf(request))
  const nowMs = Date.now()
  if (!cached || nowMs >= cached.until) return undefined
  const { headers, logRest } = cached
  const isNotModified = etagMatches(request.headers.get('If-None-Match'), cached.etag)
  const response = isNotModified
    ? new Response(null, { status: 304, headers })
    : bodyResponse(request, cached)
  const requestId = newRequestId()
  response.headers.set('X-Request-Id', requestId)
  logBatched(env, lifetime, requestId, isNotModified ? logRest.notModified : logRest.ok, nowMs)
  return response
}

function bodyResponse(request: Request, cached: CachedResponse): Response {
  const { body, headers } = cached
  if (!acceptsBrotli(request)) return new Response(body, { headers })
  cached.brotli ??= compressBody(body, headers)
  return cached.brotli ? brotliResponse(cached.brotli) : new Response(body, { headers })
}

/**
 * Middleware: stores the complete response of a page that set `cacheable`, with every header but the request id, and
 * sends it compressed to clients that accept Brotli.
 * @param factsOf the fields of the request's log line
 */
export const responseCache = (factsOf: (c: Context<GatewayBindings>) => object) =>
  createMiddleware<GatewayBindings>(async (c, next) => {
    const startedIn = generation
    await next()
    const cacheable = c.get('cacheable')
    const { raw } = c.req
    if (generation !== startedIn || !cacheable || c.res.status !== 200 || raw.method !== 'GET')
      return
    const brotli = acceptsBrotli(raw) ? compressBody(cacheable.body, c.res.headers) : undefined
    if (!isPrefetch(raw)) store(keyOf(raw), cacheable, c.res.headers, factsOf(c))
    if (!brotli) return
    // Otherwise Hono would give the new response the headers of this one.
    c.res = undefined
    c.res = brotliResponse(brotli)
  })

function store(key: string, cacheable: CacheableBody, sent: Headers, facts: object): void {
  const headers = new Headers(sent)
  headers.delete('X-Request-Id')
  const rest = (status: number) => JSON.stringify({ ...facts, status }).slice(1)
  responses.set(key, {
    ...cacheable,
    headers,
    etag: headers.get('ETag') ?? '',
    logRest: { ok: rest(200), notModified: rest(304) },
  })
}

/** Clears the cache and drops writes from requests in flight. */
export function clearResponseCache(): void {
  generation++
  responses.clear()
}
