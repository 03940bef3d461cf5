import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { siteLinkNames } from '../../domain/site-links.ts'
import { cardRoutes } from '../cards/routes.ts'
import { config } from '../config/config.ts'
import { newRequestId } from '../db/id.ts'
import { outboxRoutes } from '../dev/outbox.ts'
import { drainUnread } from '../http/request-body.ts'
import {
  errorResponse,
  faultResponse,
  type GatewayBindings,
  onlyErrors,
  type ServiceBindings,
} from '../http/service.ts'
import { currentRequestId } from '../logging/log.ts'
import { locateService } from '../remote/locate-services.ts'
import { refuseChanges } from './maintenance.ts'
import { clockTiming, page } from './pages.ts'
import { endReminder, serviceRoutes, withRequestId } from './service-routes.ts'
import { socialRoutes } from './social/routes.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { isCronLate } from '../alarms/alarms.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { languages } from '../../domain/language.ts'
import { now } from '../config/clock.ts'
import { isSecure, siteOrigin } from '../http/site-origin.ts'

/** Directives that a `<meta>` policy cannot have or may lack. */
const always = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
]
/** A response that is not a page loads nothing. */
const nothing = ["default-src 'none'", "form-action 'none'", ...always]

/** `public/_headers` has those of files. Astro hashes its scripts and styles into each page's policy. */
const securityHeaders = createMiddleware<ServiceBindings>(async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const { headers } = c.res
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const stated = headers.get('Content-Security-Policy') ?? ''
  // A built page contains its policy.
  headers.set('Content-Security-Policy', composed(stated, isPage ? always : nothing))
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Cross-Origin-Opener-Policy')) {
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
  if (!headers.has('Cross-Origin-Resource-Policy')) {
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  }
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  // The address of a call may hold a token or a password.
  const referrer = c.req.path.startsWith('/service/')
    ? 'no-referrer'
    : 'strict-origin-when-cross-origin'
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', referrer)
  if (isSecure(c.env, c.req.url)) headers.set('Strict-Transport-Security', config(c.env).hsts)
})

/** Merges policies: the first directive of a name takes precedence. */
function composed(stated: string, others: string[]): string {
  const directives = stated.split(';').flatMap((directive) => directive.trim() || [])
  const names = new Set<string>()
  return [...directives, ...others]
    .filter((directive) => names.size < names.add(nameOf(directive)).size)
    .join('; ')
}

function nameOf(directive: string): string {
  return directive.split(' ', 1)[0]!.toLowerCase()
}

/** RFC 9116 recommends less than a year; derived at each request, so it never passes. */
const EXPIRES_AFTER_MS = 180 * DAY_MS

/** Addresses that programs look for: password managers, and researchers `security.txt`. */
const wellKnownRoutes = new Hono<GatewayBindings>({ strict: false })
  .get('/change-password', (c) => c.redirect('/password', 302))
  .get('/passkey-endpoints', (c) => {
    const page = `${siteOrigin(c.env, c.req.url)}/passkeys`
    return c.json({ enroll: page, manage: page })
  })
  .get('/security.txt', (c) => {
    const origin = siteOrigin(c.env, c.req.url)
    const { contact = `${origin}/contact` } = config(c.env).operator
    const lines = [
      `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(now(c.env) + EXPIRES_AFTER_MS).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${origin}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' })
  })

const DATABASE_TIMEOUT_MS = 2_000

const ALARMS = `
  SELECT name FROM alarm WHERE name <> 'cronLate' ORDER BY name`

/** Names of the raised alarms; `undefined` when the database does not respond. */
async function raisedAlarms(env: Env): Promise<string[] | undefined> {
  const read = async () => {
    const [isLate, { results }] = await Promise.all([
      isCronLate(env),
      env.DB.prepare(ALARMS).all<{ name: string }>(),
    ])
    return [...(isLate ? ['cronLate'] : []), ...results.map(({ name }) => name)]
  }
  return withTimeout(read(), DATABASE_TIMEOUT_MS).catch(() => undefined)
}

/** 503 for the database, invalid variables and a late cron, which sends no alarms; others leave it 200. */
async function health(env: Env): Promise<Response> {
  const alarms = await raisedAlarms(env)
  const database = alarms !== undefined
  const { problems, remoteServices } = config(env)
  const sentences = problems.map(({ sentence }) => sentence)
  const isWell = database && problems.length === 0 && !alarms.includes('cronLate')
  return Response.json(
    { results: { database, problems: sentences, remote: remoteServices, alarms: alarms ?? [] } },
    { status: isWell ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}

/** A `Host` such as `x.y:1.z` makes an unparsable URL: 400. */
const refuseMalformedHost = createMiddleware<ServiceBindings>(async (c, next) =>
  URL.canParse(c.req.url) ? next() : errorResponse('contentNotFound'),
)

const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', (c) =>
  locateService('user', c.env, c.executionCtx).fetch(withRequestId(c)),
)

/** `/go/<name>`: menu links to the operator's addresses (`docs/product.md#navigation`). */
const siteLinkRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:name', async (c) => {
  const name = siteLinkNames.find((known) => known === c.req.param('name'))
  if (!name) return page(c)
  c.header('Cache-Control', 'no-cache')
  return c.redirect(config(c.env).links[name], 302)
})

const serverClock = createMiddleware<GatewayBindings>(async (c, next) => {
  await next()
  if (c.res.status !== 101) c.header('Server-Timing', clockTiming(c.env))
})

const notInContract = () => errorResponse('nameNotFound')

export const gateway = new Hono<GatewayBindings>({ strict: false })
  .use(
    requestId({ headerName: '', generator: () => currentRequestId() ?? newRequestId() }),
    securityHeaders,
    drainUnread,
    onlyErrors,
    refuseMalformedHost,
  )
  .get('/healthz', ({ env }) => health(env))
  .all('/healthz', notInContract)
  .use('/service/*', serverClock, refuseChanges)
  .route('/service', serviceRoutes)
  .route('/auth/social', socialRoutes)
  .route('/go', siteLinkRoutes)
  .route('/dev', outboxRoutes)
  .route('/.well-known', wellKnownRoutes)
  .route('/picture', pictureRoutes)
  .all('/picture/*', notInContract)
  .route('/card', cardRoutes)
  .post('/reminder/end', refuseChanges, endReminder)
  .all('*', page)
  .notFound(page)
  .onError(faultResponse)
