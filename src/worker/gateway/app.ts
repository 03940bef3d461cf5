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
import { health } from './health.ts'
import { refuseChanges } from './maintenance.ts'
import { page } from './pages.ts'
import { securityHeaders } from './security-headers.ts'
import { serverClock } from './server-timing.ts'
import { endReminder, serviceRoutes, withRequestId } from './service-routes.ts'
import { socialRoutes } from './social/routes.ts'
import { wellKnownRoutes } from './well-known.ts'

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

const notInContract = () => errorResponse('nameNotFound')

export const gateway = new Hono<GatewayBindings>({ strict: false })
  .use(
    requestId({ headerName: '', generator: () => currentRequestId() ?? newRequestId() }),
    securityHeaders,
    drainUnread,
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
