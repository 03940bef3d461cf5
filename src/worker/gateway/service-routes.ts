import { type Context, Hono } from 'hono'
import { gatewayCalls } from '../../contract/calls/gateway.ts'
import { findCall } from '../../contract/contract.ts'
import { pageLanguageHeader } from '../../contract/fields.ts'
import type { deviceNames } from '../../domain/user.ts'
import { createService } from '../http/create-service.ts'
import { publicDocumentHeaders } from '../http/headers.ts'
import {
  asError,
  caughtErrorResponse,
  errorResponse,
  type GatewayBindings,
} from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { isDeviceValue } from '../identity/sign-in.ts'
import { log } from '../logging/log.ts'
import { purgePages, ResponseCache } from '../page-cache/response-cache.ts'
import { cookieLanguage } from '../pages/locale.ts'
import { pageRoutes } from '../pages/page-routes.ts'
import { hasLiveRooms, locateService } from '../remote/locate-services.ts'
import { maintenanceNow } from './maintenance.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { Call } from '../../contract/call.ts'
import { countNetwork } from '../identity/rate-limit.ts'

const { sendVitals } = gatewayCalls

/** Logs reports without their sender (`docs/product.md#service-contract`); unknown paths as `other`. */
const vitalsService = createService(
  { sendVitals },
  {
    sendVitals(c, { page, language, metrics }) {
      log(c.env, 'info', 'vitals', {
        page: Object.hasOwn(pageRoutes, page) ? page : 'other',
        language,
        ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
      })
    },
  },
)

export const serviceRoutes = new Hono<GatewayBindings>({ strict: false })
  .get('/ip', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ ip: c.req.header('CF-Connecting-IP') ?? false })
  })
  .get('/maintenance', maintenanceNow)
  .get('/openapi.json', async (c) => {
    // Loaded lazily to keep the generator out of the cold start.
    const { openApiDocument } = await import('../../contract/openapi/document.ts')
    return c.json(openApiDocument(siteOrigin(c.env, c.req.url)), 200, publicDocumentHeaders)
  })
  .all('/vitals', (c) => vitalsService.fetch(withRequestId(c), c.env, c.executionCtx))
  .all('/*', async (c) => {
    const call = findCall(c.req.method, c.req.path)
    if (!call || call.service === 'gateway') return errorResponse('nameNotFound')
    const { service, path } = call
    if (call.success.status === 101 && c.req.header('Upgrade')) {
      if (!isOwnOrigin(c)) return errorResponse('userPrivilegeNotFound')
      if (!hasLiveRooms(c.env)) return errorResponse('dataNotFound')
    }

    const request = new Request(new URL(path + new URL(c.req.url).search, c.req.url), c.req.raw)
    addDeviceHeaders(request)
    request.headers.set('X-Request-Id', c.var.requestId)
    // A text without a language has the language of its page.
    const isText = call.headers?.shape['LanguageCode'] === pageLanguageHeader.shape.LanguageCode
    if (isText && !request.headers.has('LanguageCode'))
      request.headers.set('LanguageCode', cookieLanguage(c.req.header('Cookie') ?? null))
    const fetchService = (request: Request) =>
      locateService(service, c.env, c.executionCtx).fetch(request)
    const cached = call.isPublicRead
      ? await publicRead(c, call, () => fetchService(sharedRequest(request)))
      : undefined
    const response = cached ?? (await fetchService(request))
    // Makes the write readable at once through this isolate; others follow within a second.
    if (call.purges && response.ok) cache.purge()
    if (call.purges === 'pages' && response.ok) await purgePages(c)
    if (call.isPublicRead)
      for (const [name, value] of Object.entries(publicDocumentHeaders))
        response.headers.set(name, value)
    return response
  })

/** The GET whose response is shared: also for HEAD, and without the sender's headers. */
function sharedRequest({ url, headers }: Request): Request {
  const request = new Request(url, { headers })
  for (const name of ['Authorization', 'Cookie', 'If-None-Match']) request.headers.delete(name)
  return request
}

export function withRequestId(c: Context<GatewayBindings>): Request {
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  return request
}

/** Browsers do not restrict WebSockets to their origin, so the server does. */
function isOwnOrigin(c: Context<GatewayBindings>): boolean {
  const origin = c.req.header('Origin')
  return origin === new URL(c.req.url).origin || origin === siteOrigin(c.env, c.req.url)
}

/** Five device headers come from the islands, three from the worker (`docs/product.md#device-information`). */
const fromBrowser = [
  'LocalLanguage',
  'Resolution',
  'TimezoneOffset',
  'LocalTime',
  'DSTOffset',
] as const

function addDeviceHeaders(request: Request): void {
  const { headers } = request
  for (const name of fromBrowser) {
    const value = headers.get(name)
    if (value !== null && !isDeviceValue(value)) headers.delete(name)
  }
  headers.set('LocalIP', headers.get('CF-Connecting-IP') ?? 'false')
  headers.set('DeviceName', deviceName(headers.get('User-Agent') ?? ''))
  const region = regionOf(request)
  if (region && isDeviceValue(region)) headers.set('LocalRegion', region)
  else headers.delete('LocalRegion')
}

/** Country and, if known, region code: `JP-13`. Reading `cf` is slow, so only on Cloudflare. */
function regionOf(request: Request): string | undefined {
  if (!request.headers.has('CF-Ray')) return undefined
  const cf = request.cf as { country?: string; regionCode?: string } | undefined
  if (!cf?.country) return undefined
  return cf.regionCode ? `${cf.country}-${cf.regionCode}` : cf.country
}

/** Tablets say so or are Android without `Mobile`; an unknown phone is `Mobile`. */
function deviceName(userAgent: string): (typeof deviceNames)[number] {
  if (/iPad|Tablet|Kindle|Silk/i.test(userAgent)) return 'Tablet'
  if (/Android/i.test(userAgent)) return /Mobile/i.test(userAgent) ? 'Android' : 'Tablet'
  if (/iPhone|iPod/i.test(userAgent)) return 'iOS'
  return /Mobi/i.test(userAgent) ? 'Mobile' : 'Desktop'
}

/** One-click unsubscribe (RFC 8058), without cookies. `GET` is a page, because scanners open links in mail. */
export async function endReminder(c: Context<GatewayBindings>): Promise<Response> {
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': c.var.requestId,
  })
  // The service limits senders by address.
  const address = c.req.header('CF-Connecting-IP')
  if (address) headers.set('CF-Connecting-IP', address)
  const response = await locateService('user', c.env, c.executionCtx).fetch(
    new Request('http://user/user/reminder/end', {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: c.req.query('token') ?? '' }),
    }),
  )
  // Without JavaScript the page's form arrives here, and a person needs a page, not JSON.
  const isOneClick = c.req.header('Sec-Fetch-Mode') !== 'navigate'
  return isOneClick || !response.ok ? new Response(response.body, response) : c.redirect('/', 303)
}

/** A crowd costs one D1 read a second. Internal to the gateway; clients get `Cache-Control: no-store`. */
const cache = new ResponseCache({ ttlMs: 1_000, staleMs: 1_000 })

/** @returns `undefined` for repeated parameters, which are refused */
async function publicRead(
  c: Context<GatewayBindings>,
  call: Call,
  read: () => Response | Promise<Response>,
): Promise<Response | undefined> {
  const nowMs = now(c.env)
  const key = keyOf(call, new URL(c.req.url).searchParams, nowMs)
  if (key === undefined) return undefined
  if (!cache.fresh(key, nowMs)) {
    try {
      await countNetwork(c, 'publicReadsPerMinute', { windowMs: MINUTE_MS, isCoarse: true })
    } catch (error) {
      return caughtErrorResponse(asError(error), c)
    }
  }
  const { body, status, headers } = await cache.getOrRender({
    key,
    nowMs,
    lifetime: c.executionCtx,
    render: read,
  })
  const own = status < 400 ? body : bodyWithRequestId(body, c.var.requestId)
  return new Response(own, { status, headers })
}

/** Undeclared parameters change no response, so the key omits them. */
function keyOf(call: Call, query: URLSearchParams, nowMs: number): string | undefined {
  const names = Object.keys(call.query?.shape ?? {})
  if (names.some((name) => query.getAll(name).length > 1)) return undefined
  return JSON.stringify([call.id, tokyoDay(nowMs), ...names.map((name) => query.get(name))])
}

/** Gives each request that shares an error its own id. */
function bodyWithRequestId(body: ArrayBuffer, requestId: string): string {
  return JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), requestId })
}
