import { config } from '../config/config.ts'
import { siteOrigin } from '../http/site-origin.ts'
import type { Context } from 'hono'
import { handle } from '@astrojs/cloudflare/handler'
import { tokyoDay, tokyoDayEnd } from '../../domain/question-day.ts'
import { languages, type Language } from '../../domain/language.ts'
import { now } from '../config/clock.ts'
import { isKnown } from '../http/etag.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { languageCookie, localize, normalizePath } from '../pages/locale.ts'
import { askMaintenance, isMaintenanceKnown, maintenanceTiming } from './maintenance.ts'
import { TTL_MS, isFresh, getOrRender, type CachedPage } from '../page-cache/isolate-cache.ts'
import { pageRoutes, sharedRoutes, type PageRoute } from '../pages/page-routes.ts'
import { edgeCache } from '../page-cache/edge-cache.ts'
import { renderPage } from '../page-cache/render.ts'

/**
 * Answers a page in the visitor's language. Whoever asks gets the same bytes: only the path, the page's own
 * parameters and the language reach the renderer.
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
  askMaintenance(c.env, c.executionCtx)
  const response = await localized(c, normalizePath(path), language)
  const answer = new Response(response.body, response)
  if (isExplicit)
    answer.headers.append('Set-Cookie', languageCookie(language, url.protocol === 'https:'))
  answer.headers.set('Vary', 'Cookie')
  answer.headers.set('Content-Language', language)
  answer.headers.append('Server-Timing', maintenanceTiming(c.env))
  if (!isMaintenanceKnown()) c.set('hotPage', undefined)
  return answer
}

async function localized(c: Context<GatewayBindings>, path: string, language: Language) {
  const route = pageRoutes[path]
  if (!route) return notFound(c, language)
  if (route.kind === 'built') {
    const answer = await built(c, `/${language}${path}`)
    if (route.isIndexed)
      answer.headers.set('Link', addresses(siteOrigin(c.env, c.req.url), path, language))
    if (!route.isPrivate) return answer
    const privately = new Response(answer.body, answer)
    privately.headers.set('Referrer-Policy', 'no-referrer')
    return privately
  }
  const parameters = pageParameters(new URL(c.req.url), route)
  if (!parameters) return notFound(c, language)
  const inner = path === '/' ? `/${language}` : `/${language}${path}`
  const answer = await rendered(
    c,
    inner,
    route.isDaily ? { ...parameters, day: tokyoDay(now(c.env)) } : parameters,
    language,
  )
  return answer.status === 404 ? notFound(c, language) : answer
}

/** Where a built page lives in both languages, as rendered ones say in their HTML; neither reads English. */
function addresses(origin: string, path: string, language: Language): string {
  const at = (to: Language) => `<${origin}/${to}${path}>`
  return [
    `${at(language)}; rel="canonical"`,
    ...languages.map((to) => `${at(to)}; rel="alternate"; hreflang="${to}"`),
    `${at('en')}; rel="alternate"; hreflang="x-default"`,
  ].join(', ')
}

/** The parameters the page knows, in a fixed order; `undefined` when one of them is malformed. */
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
  const found = await getOrRender({
    key: key.href,
    nowMs,
    lifetime: c.executionCtx,
    store: edgeCache,
    render: () => render(c, new Request(key, { headers: { 'X-Request-Id': c.var.requestId } })),
  })
  if (found.status >= 500) return unavailable(c, language)
  const headers = new Headers(found.headers)
  headers.set('Cache-Control', 'no-cache')
  headers.set('ETag', found.etag)
  headers.delete('Cache-Tag')
  headers.delete('Page-Tags')
  if (!isFresh(found, nowMs)) headers.set('Cache-Status', staleness(found, nowMs))
  else if (url.origin === origin && isPlain(url, parameters))
    c.set('hotPage', { body: found.body, until: hotUntil(c.env, found) })
  if (isKnown(c.req.header('If-None-Match'), found.etag))
    return new Response(null, { status: 304, headers })
  return new Response(found.body, { status: found.status, headers })
}

/** Cloudflare's cache leaves the host out of its keys, so where the host is in the page it is a parameter. */
function pageKey(env: Env, origin: string, inner: string, parameters: Record<string, string>): URL {
  const key = new URL(inner, origin)
  key.search = new URLSearchParams(
    config(env).publicOrigin ? parameters : { ...parameters, site: origin },
  ).toString()
  return key
}

/** Negative seconds to live tell that the copy is older than it should be (RFC 9211). */
function staleness({ storedAt }: CachedPage, nowMs: number): string {
  return `ichimon; hit; ttl=${Math.floor((storedAt + TTL_MS - nowMs) / 1000)}; detail=stale`
}

/** Whether the address is spelt as the pages' own links spell it, so that others take no room. */
function isPlain({ search }: URL, { day: _, ...parameters }: Record<string, string>): boolean {
  const plain = new URLSearchParams(parameters).toString()
  return search === (plain && `?${plain}`)
}

/** Until when an answer may be repeated as it is: never into the next day. */
function hotUntil(env: Env, { storedAt }: CachedPage): number {
  const nowMs = now(env)
  return Math.min(storedAt + TTL_MS, Date.now() + tokyoDayEnd(nowMs) + 1 - nowMs)
}

/** Through the inner entrypoint, which Cloudflare caches; in development straight to Astro. */
function render(c: Context<GatewayBindings>, request: Request): Promise<Response> {
  const ctx = c.executionCtx as ExecutionContext & { exports?: { Pages?: Fetcher } }
  if (import.meta.env.DEV || !ctx.exports?.Pages) return renderPage(request, c.env, ctx)
  return ctx.exports.Pages.fetch(request)
}

/** A page made at build time, from the static assets; they keep their own ETags and 304s. */
async function built(c: Context<GatewayBindings>, path: string): Promise<Response> {
  const url = new URL(path, c.req.url)
  const request = new Request(url, { headers: c.req.raw.headers })
  if (import.meta.env.DEV) return handle(request, c.env, c.executionCtx as ExecutionContext)
  const answer = await c.env.ASSETS.fetch(request)
  const response = new Response(answer.body, answer)
  response.headers.set('Cache-Control', 'no-cache')
  return response
}

async function notFound(c: Context<GatewayBindings>, language: Language): Promise<Response> {
  return withStatus(await built(c, `/${language}/404`), 404)
}

/** The page that says that reading failed and offers to try again. */
async function unavailable(c: Context<GatewayBindings>, language: Language): Promise<Response> {
  const answer = withStatus(await built(c, `/${language}/unavailable`), 503)
  answer.headers.set('Retry-After', '10')
  return answer
}

function withStatus(response: Response, status: number): Response {
  const answer = new Response(response.body, { status, headers: response.headers })
  answer.headers.delete('ETag')
  return answer
}

function isViteRequest(path: string): boolean {
  return (
    /^\/(?:@|src\/|node_modules\/|_astro\/|__)/.test(path) ||
    /\.(?:ts|tsx|js|mjs|css|map|json)$/.test(path)
  )
}
