import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { newRequestId } from '../db/id.ts'
import { errorResponse, faultResponse, type GatewayBindings, onlyErrors } from '../http/service.ts'
import { cardRoutes } from '../cards/routes.ts'
import { health } from './health.ts'
import { refuseChanges } from './maintenance.ts'
import { outboxRoutes } from '../dev/outbox.ts'
import { page } from './pages.ts'
import { endReminder } from './end-reminder.ts'
import { pictureRoutes } from './picture-routes.ts'
import { currentRequestId } from '../logging/log.ts'
import { refuseMalformedHost } from '../http/malformed-host.ts'
import { securityHeaders } from './security-headers.ts'
import { serverClock } from './server-clock.ts'
import { serviceRoutes } from './service-routes.ts'
import { siteLinkRoutes } from './site-links.ts'
import { socialRoutes } from './social/routes.ts'

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
