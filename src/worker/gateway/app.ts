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
import { health } from './health.ts'
import { refuseChanges } from './maintenance.ts'
import { page } from './pages.ts'
import { securityHeaders } from './security-headers.ts'
import { serverClock } from './server-timing.ts'
import { serviceRoutes } from './service-routes.ts'
import { socialRoutes } from './social/routes.ts'

/** A `Host` header such as `x.y:1.z` makes an address that no code after this can parse: 400. */
const refuseMalformedHost = createMiddleware<ServiceBindings>(async (c, next) =>
  URL.canParse(c.req.url) ? next() : errorResponse('contentNotFound'),
)

/** `/picture/<id>`, which the user service reads from R2. */
const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', (c) => {
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  return locateService('user', c.env, c.executionCtx).fetch(request)
})

/** `/go/<name>`: the menus' links, which lead where the operator's settings say (`docs/product.md#navigation`). */
const siteLinkRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:name', async (c) => {
  const name = siteLinkNames.find((known) => known === c.req.param('name'))
  if (!name) return page(c)
  c.header('Cache-Control', 'no-cache')
  return c.redirect(config(c.env).links[name], 302)
})

/**
 * `POST /reminder/end?token=…`: what a mail program sends when its own button ends a reminder (RFC 8058). It carries no
 * cookie and a form that says nothing; `GET` is the page with a button, since scanners open the links of mail.
 */
async function endReminder(c: Context<GatewayBindings>): Promise<Response> {
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': c.var.requestId,
  })
  // The service limits senders by it.
  const address = c.req.header('CF-Connecting-IP')
  if (address) headers.set('CF-Connecting-IP', address)
  const response = await locateService('user', c.env, c.executionCtx).fetch(
    new Request('http://user/user/reminder/end', {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: c.req.query('token') ?? '' }),
    }),
  )
  // Without its script the page's own form arrives here: a person wants a page, not JSON.
  const isOneClick = c.req.header('Sec-Fetch-Mode') !== 'navigate'
  return isOneClick || !response.ok ? new Response(response.body, response) : c.redirect('/', 303)
}

/** Another method or path where only calls are. */
const notInContract = () => errorResponse('nameNotFound')

/** The gateway: one set of headers, then a service or a page. */
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
  .route('/picture', pictureRoutes)
  .all('/picture/*', notInContract)
  .route('/card', cardRoutes)
  .post('/reminder/end', refuseChanges, endReminder)
  .all('*', page)
  .notFound(page)
  .onError(faultResponse)
