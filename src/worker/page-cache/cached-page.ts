import { now } from '../config/clock.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { etagMatches, isPrefetch } from '../http/headers.ts'
import type { Lifetime } from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { cookieLanguage, normalizePath } from '../pages/locale.ts'
import { renderedPage } from '../pages/rendered-page.ts'
import { pageCache, type CachedResponse } from './response-cache.ts'

/** @returns `undefined` unless the request is for a rendered page */
export function cachedPage(
  request: Request,
  env: Env,
  lifetime: Lifetime,
  render: (request: Request) => Response | Promise<Response>,
): Response | Promise<Response> | undefined {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const nowMs = now(env)
  const language = cookieLanguage(headers.get('Cookie'))
  const variant = `${tokyoDay(nowMs)} ${language}`
  // Most addresses are canonical, so look them up before parsing.
  const copy = pageCache.fresh(`${variant} ${url}`, nowMs)
  if (copy) return forClient(request, copy, nowMs)
  const address = canonicalAddress(url, headers, env)
  if (address === undefined) return undefined
  const shared = new Request(url, { headers: { Cookie: `Language=${language}` } })
  return pageCache
    .getOrRender({
      key: `${variant} ${address}`,
      nowMs,
      lifetime,
      render: () => render(shared),
    })
    .then((response) => forClient(request, response, nowMs))
}

/** Canonical address of a rendered page, independent of spelling and `Host`; `undefined` for others. */
function canonicalAddress(address: string, headers: Headers, env: Env): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (normalizePath(url.pathname) !== url.pathname) return undefined
  const rendered = renderedPage(url, headers.get('Cookie'), env)
  const { host } = new URL(siteOrigin(env, address))
  return (
    rendered && `${url.protocol}//${host}${url.pathname}${rendered.query && `?${rendered.query}`}`
  )
}

function forClient(request: Request, cached: CachedResponse, nowMs: number): Response {
  const { status, headers, body } = cached
  const ifNoneMatch = request.headers.get('If-None-Match')
  const isNotModified = status === 200 && etagMatches(ifNoneMatch, headers.get('ETag') ?? '')
  const response = isNotModified
    ? new Response(null, { status: 304, headers })
    : new Response(request.method === 'HEAD' ? null : body, { status, headers })
  // A prefetch must not store the language.
  if (isPrefetch(request)) response.headers.delete('Set-Cookie')
  if (!pageCache.isFresh(cached, nowMs))
    response.headers.set('Cache-Status', staleCacheStatus(cached, nowMs))
  return response
}

/** A negative `ttl` marks a stale response (RFC 9211). */
function staleCacheStatus({ storedAt }: CachedResponse, nowMs: number): string {
  const ttlMs = storedAt + pageCache.options.ttlMs - nowMs
  return `ichimon; hit; ttl=${Math.floor(ttlMs / 1000)}; detail=stale`
}
