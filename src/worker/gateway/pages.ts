import type { Context } from 'hono'
import { handle } from '@astrojs/cloudflare/handler'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { isSecure, siteOrigin } from '../http/site-origin.ts'
import { MEASURED_SHARE } from '../../domain/measured-share.ts'
import { FIRST_LANGUAGE, languages, type Language } from '../../domain/language.ts'
import { languageCookie } from '../../domain/language-cookie.ts'
import { etagOf, isPrefetch } from '../http/headers.ts'
import type { GatewayBindings } from '../http/service.ts'
import { localize, normalizePath } from '../pages/locale.ts'
import { announcementTiming, maintenanceTiming, refreshMaintenance } from './maintenance.ts'
import { pageRoutes, sharedRoutes } from '../pages/page-routes.ts'
import { renderedPage, type RenderedPage } from '../pages/rendered-page.ts'
import { renderPage } from '../page-cache/render.ts'

export async function page(c: Context<GatewayBindings>): Promise<Response> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const url = new URL(c.req.url)
  const normal = normalizePath(url.pathname)
  if (normal !== url.pathname) return c.redirect(`${normal}${url.search}`, 308)
  if (import.meta.env.DEV && isViteRequest(normal))
    return handle(c.req.raw, c.env, c.executionCtx as ExecutionContext)

  const cookies = c.req.header('Cookie') ?? null
  const found = renderedPage(url, cookies, c.env)
  if (found && sharedRoutes.includes(normal)) return rendered(c, found)
  refreshMaintenance(c.env, c.executionCtx)
  const { path, language, isExplicit } = localize(normal, cookies)
  const result = await (found
    ? renderedOrNotFound(c, found)
    : builtPage(c, normalizePath(path), language))
  if (isExplicit && !isPrefetch(c.req.raw))
    result.headers.append('Set-Cookie', languageCookie(language, isSecure(c.env, c.req.url)))
  result.headers.set('Vary', 'Cookie, Accept-Encoding')
  result.headers.set('Content-Language', language)
  const news = normalizePath(path) === '/' && announcementTiming(c.env)
  const timings = [maintenanceTiming(c.env), clockTiming(c.env), news, vitalsTiming(c.env)]
  result.headers.append('Server-Timing', timings.filter(Boolean).join(', '))
  return result
}

/** `Server-Timing` entry with the server's time, epoch ms, because device clocks may be wrong. */
export const clockTiming = (env: Env): string => `clock;desc="${now(env)}"`

/** `Server-Timing` entry with the sampling rate of vitals; none for the script's default. */
function vitalsTiming(env: Env): string | undefined {
  const { vitalsSampling } = config(env)
  return vitalsSampling === MEASURED_SHARE ? undefined : `vitals;desc="${vitalsSampling}"`
}

async function builtPage(c: Context<GatewayBindings>, path: string, language: Language) {
  const route = pageRoutes[path]
  if (route?.kind !== 'built') return notFound(c, language)
  const response = await built(c, `/${language}${path}`)
  if (route.isIndexed)
    response.headers.set('Link', alternateLinks(siteOrigin(c.env, c.req.url), path, language))
  if (route.isPrivate) response.headers.set('Referrer-Policy', 'no-referrer')
  if (route.isUncached) response.headers.set('Cache-Control', 'no-store')
  return response
}

/** `Link` header of a built page: canonical and alternate addresses (rendered pages have them in HTML). */
function alternateLinks(origin: string, path: string, language: Language): string {
  const at = (to: Language) => `<${origin}/${to}${path}>`
  return [
    `${at(language)}; rel="canonical"`,
    ...languages.map((to) => `${at(to)}; rel="alternate"; hreflang="${to}"`),
    `${at(FIRST_LANGUAGE)}; rel="alternate"; hreflang="x-default"`,
  ].join(', ')
}

async function renderedOrNotFound(c: Context<GatewayBindings>, found: RenderedPage) {
  const response = await rendered(c, found)
  return response.status === 404 ? notFound(c, found.language) : response
}

async function rendered(
  c: Context<GatewayBindings>,
  { address, language }: Pick<RenderedPage, 'address' | 'language'>,
): Promise<Response> {
  const request = new Request(address, { headers: { 'X-Request-Id': c.var.requestId } })
  const response = await render(c, request)
  if (response.status >= 500) return unavailable(c, language)
  const body = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-cache')
  headers.set('ETag', etagOf(body))
  headers.set('Vary', 'Accept-Encoding')
  headers.delete('Cache-Tag')
  return new Response(body, { status: response.status, headers })
}

/** Renders through the inner entrypoint behind Workers Cache; in development directly with Astro. */
function render(c: Context<GatewayBindings>, request: Request): Promise<Response> {
  const ctx = c.executionCtx as ExecutionContext & { exports?: { Pages?: Fetcher } }
  if (import.meta.env.DEV || !ctx.exports?.Pages) return renderPage(request)
  return ctx.exports.Pages.fetch(request)
}

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
