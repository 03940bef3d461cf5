import type { Context } from 'hono'
import { handle } from '@astrojs/cloudflare/handler'
import { config } from '../config/config.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { tokyoDay, tokyoDayEnd } from '../../domain/question-day.ts'
import { MEASURED_SHARE } from '../../domain/measured-share.ts'
import {
  FIRST_LANGUAGE,
  languages,
  type Language,
  localizedPath,
  languageCookie,
} from '../../domain/language.ts'
import { now } from '../config/clock.ts'
import { etagMatches, weakTag } from '../http/etag.ts'
import { isPrefetch } from '../http/prefetch.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { localize, normalizePath } from '../pages/locale.ts'
import { announcementTiming, refreshAnnouncement } from './current-announcement.ts'
import { refreshMaintenance, isMaintenanceKnown, maintenanceTiming } from './maintenance.ts'
import { pageCache, type CachedPage } from '../page-cache/isolate-cache.ts'
import { clockTiming } from './server-clock.ts'
import { pageRoutes, sharedRoutes, type PageRoute } from '../pages/page-routes.ts'
import { edgeCache } from '../page-cache/edge-cache.ts'
import { renderPage } from '../page-cache/render.ts'

/**
 * Serves a page in the reader's language. Every reader gets the same bytes: only the path, the page's own parameters
 * and the language reach the renderer.
 */
export async function page(c: Context<GatewayBindings>): Promise<Response> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const url = new URL(c.req.url)
  const normal = normalizePath(url.pathname)
  if (normal !== url.pathname) return c.redirect(`${normal}${url.search}`, 308)
  if (import.meta.env.DEV && isViteRequest(normal))
    return handle(c.req.raw, c.env, c.executionCtx as ExecutionContext)

  const { path, language, isExplicit } = localize(normal, c.req.header('Cookie') ?? null)
  if (sharedRoutes.includes(normal))
    return rendered(c, normal, { day: tokyoDay(now(c.env)) }, language)
  refreshMaintenance(c.env, c.executionCtx)
  // Only the home page shows announcements.
  const isHome = normalizePath(path) === '/'
  if (isHome) refreshAnnouncement(c.env, c.executionCtx)
  const response = await localized(c, normalizePath(path), language)
  const result = new Response(response.body, response)
  if (isExplicit && !isPrefetch(c.req.raw))
    result.headers.append('Set-Cookie', languageCookie(language, url.protocol === 'https:'))
  result.headers.set('Vary', 'Cookie, Accept-Encoding')
  result.headers.set('Content-Language', language)
  const news = isHome && announcementTiming()
  const timings = [maintenanceTiming(c.env), clockTiming(c.env), news, vitalsTiming(c.env)]
  // In one header: a cached page pays for each header that it has.
  result.headers.append('Server-Timing', timings.filter(Boolean).join(', '))
  if (!isMaintenanceKnown()) c.set('cacheable', undefined)
  return result
}

/** The `Server-Timing` entry with the share of visits that report; none where the script's own default holds. */
function vitalsTiming(env: Env): string | undefined {
  const { vitalsSampling } = config(env)
  return vitalsSampling === MEASURED_SHARE ? undefined : `vitals;desc="${vitalsSampling}"`
}

async function localized(c: Context<GatewayBindings>, path: string, language: Language) {
  const route = pageRoutes[path]
  if (!route) return notFound(c, language)
  if (route.kind === 'built') {
    const response = await built(c, `/${language}${path}`)
    if (route.isIndexed)
      response.headers.set('Link', alternateLinks(siteOrigin(c.env, c.req.url), path, language))
    if (route.isPrivate) response.headers.set('Referrer-Policy', 'no-referrer')
    if (route.isUncached) response.headers.set('Cache-Control', 'no-store')
    return response
  }
  const parameters = pageParameters(new URL(c.req.url), route)
  if (!parameters) return notFound(c, language)
  const response = await rendered(
    c,
    localizedPath(language, path),
    route.isDaily ? { ...parameters, day: tokyoDay(now(c.env)) } : parameters,
    language,
  )
  return response.status === 404 ? notFound(c, language) : response
}

/** `Link` header of a built page: its canonical and alternate addresses; rendered pages have them in their HTML. */
function alternateLinks(origin: string, path: string, language: Language): string {
  const at = (to: Language) => `<${origin}/${to}${path}>`
  return [
    `${at(language)}; rel="canonical"`,
    ...languages.map((to) => `${at(to)}; rel="alternate"; hreflang="${to}"`),
    `${at(FIRST_LANGUAGE)}; rel="alternate"; hreflang="x-default"`,
  ].join(', ')
}

/** The parameters that the page declares, in its order; `undefined` when one of them is malformed. */
function pageParameters(url: URL, route: Extract<PageRoute, { kind: 'rendered' }>) {
  const parameters: Record<string, string> = {}
  for (const [name, pattern] of Object.entries(route.parameters)) {
    const value = url.searchParams.get(name)
    if (value === null) continue
    if (!pattern.test(value)) return undefined
    parameters[name] = value
  }
  return parameters
}

async function rendered(
  c: Context<GatewayBindings>,
  inner: string,
  parameters: Record<string, string>,
  language: Language,
) {
  const url = new URL(c.req.url)
  const origin = siteOrigin(c.env, c.req.url)
  const key = pageKey(c.env, origin, inner, parameters)
  const nowMs = Date.now()
  const cached = await pageCache.getOrRender({
    key: key.href,
    nowMs,
    lifetime: c.executionCtx,
    fallback: edgeCache,
    render: () => render(c, new Request(key, { headers: { 'X-Request-Id': c.var.requestId } })),
  })
  if (cached.status >= 500) return unavailable(c, language)
  const headers = new Headers(cached.headers)
  headers.set('Cache-Control', 'no-cache')
  headers.set('ETag', weakTag(cached.etag))
  headers.set('Vary', 'Accept-Encoding')
  headers.delete('Cache-Tag')
  headers.delete('Page-Tags')
  if (!pageCache.isFresh(cached, nowMs))
    headers.set('Cache-Status', staleCacheStatus(cached, nowMs))
  else if (url.origin === origin && isCanonical(url, parameters))
    c.set('cacheable', { body: cached.body, until: cacheableUntil(c.env, cached) })
  if (etagMatches(c.req.header('If-None-Match'), cached.etag))
    return new Response(null, { status: 304, headers })
  return new Response(cached.body, { status: cached.status, headers })
}

/** Workers Cache keys have no host, so a page that contains its host gets the host as a parameter. */
function pageKey(env: Env, origin: string, inner: string, parameters: Record<string, string>): URL {
  const key = new URL(inner, origin)
  key.search = new URLSearchParams(
    config(env).publicOrigin ? parameters : { ...parameters, site: origin },
  ).toString()
  return key
}

/** A negative `ttl` marks a stale response (RFC 9211). */
function staleCacheStatus({ storedAt }: CachedPage, nowMs: number): string {
  const ttlMs = storedAt + pageCache.options.ttlMs - nowMs
  return `ichimon; hit; ttl=${Math.floor(ttlMs / 1000)}; detail=stale`
}

/** Whether the query is spelt as the pages' own links spell it; other spellings are not worth an entry. */
function isCanonical({ search }: URL, { day: _, ...parameters }: Record<string, string>): boolean {
  const canonical = new URLSearchParams(parameters).toString()
  return search === (canonical && `?${canonical}`)
}

/** Epoch milliseconds until which the response may be repeated: never into the next Tokyo day. */
function cacheableUntil(env: Env, { storedAt }: CachedPage): number {
  const nowMs = now(env)
  const dayEnd = Date.now() + tokyoDayEnd(nowMs) + 1 - nowMs
  return Math.min(storedAt + pageCache.options.ttlMs, dayEnd)
}

/** Renders through the inner entrypoint, which Workers Cache fronts; in development directly with Astro. */
function render(c: Context<GatewayBindings>, request: Request): Promise<Response> {
  const ctx = c.executionCtx as ExecutionContext & { exports?: { Pages?: Fetcher } }
  if (import.meta.env.DEV || !ctx.exports?.Pages) return renderPage(request, c.env, ctx)
  return ctx.exports.Pages.fetch(request)
}

/** A page made at build time, from the static assets, which have their own ETags and 304s. */
async function built(c: Context<GatewayBindings>, path: string): Promise<Response> {
  const url = new URL(path, c.req.url)
  const request = new Request(url, { headers: c.req.raw.headers })
  if (import.meta.env.DEV) return handle(request, c.env, c.executionCtx as ExecutionContext)
  const asset = await c.env.ASSETS.fetch(request)
  const response = new Response(asset.body, asset)
  response.headers.set('Cache-Control', 'no-cache')
  return response
}

async function notFound(c: Context<GatewayBindings>, language: Language): Promise<Response> {
  return withStatus(await built(c, `/${language}/404`), 404)
}

/** The page for a failed read, with a button that retries. */
async function unavailable(c: Context<GatewayBindings>, language: Language): Promise<Response> {
  const page = withStatus(await built(c, `/${language}/unavailable`), 503)
  page.headers.set('Retry-After', '10')
  return page
}

function withStatus(response: Response, status: number): Response {
  const changed = new Response(response.body, { status, headers: response.headers })
  changed.headers.delete('ETag')
  return changed
}

function isViteRequest(path: string): boolean {
  return (
    /^\/(?:@|src\/|node_modules\/|_astro\/|__)/.test(path) ||
    /\.(?:ts|tsx|js|mjs|css|map|json)$/.test(path)
  )
}
