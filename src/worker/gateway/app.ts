import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { siteLinkNames } from '../../domain/site-links.ts'
import { cardRoutes } from '../cards/routes.ts'
import { config } from '../config/config.ts'
import { newRequestId } from '../db/id.ts'
import { outboxRoutes } from '../dev/outbox.ts'
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
import { page } from './pages.ts'
import { securityHeaders } from './security-headers.ts'
import { serverClock } from './server-timing.ts'
import { endReminder, serviceRoutes } from './service-routes.ts'
import { socialRoutes } from './social/routes.ts'
import { wellKnownRoutes } from './well-known.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { isCronLate } from '../alarms/alarms.ts'

/** A `Host` such as `x.y:1.z` makes an unparsable URL: 400. */
const refuseMalformedHost = createMiddleware<ServiceBindings>(async (c, next) =>
  URL.canParse(c.req.url) ? next() : errorResponse('contentNotFound'),
)

const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', (c) => {
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  return locateService('user', c.env, c.executionCtx).fetch(request)
})

/** `/go/<name>`: menu links to the operator's addresses (`docs/product.md#navigation`). */
const siteLinkRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:name', async (c) => {
  const name = siteLinkNames.find((known) => known === c.req.param('name'))
  if (!name) return page(c)
  c.header('Cache-Control', 'no-cache')
  return c.redirect(config(c.env).links[name], 302)
})

const notInContract = () => errorResponse('nameNotFound')

export const gateway = new Hono<GatewayBindings>({ strict: false })
  .use(
    requestId({ headerName: '', generator: () => currentRequestId() ?? newRequestId() }),
    securityHeaders,
    onlyErrors,
    refuseMalformedHost,
  )
  .get('/healthz', health)
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
async function health(c: Context<ServiceBindings>): Promise<Response> {
  const alarms = await raisedAlarms(c.env)
  const database = alarms !== undefined
  const { problems, remoteServices } = config(c.env)
  const sentences = problems.map(({ sentence }) => sentence)
  const isWell = database && problems.length === 0 && !alarms.includes('cronLate')
  return c.json(
    { results: { database, problems: sentences, remote: remoteServices, alarms: alarms ?? [] } },
    isWell ? 200 : 503,
    { 'Cache-Control': 'no-store' },
  )
}
