import { Hono } from 'hono'
import { errorResponse, faultResponse, onlyErrors } from '../http/service.ts'
import { cardRoutes } from '../cards/routes.ts'
import { health } from './health.ts'
import { responseCache } from '../page-cache/response-cache.ts'
import { refuseChanges } from './maintenance.ts'
import { outboxRoutes } from '../dev/outbox-routes.ts'
import { packedFile } from './packed-file.ts'
import { page } from './pages.ts'
import { endReminder } from './end-reminder.ts'
import { pictureRoutes } from './picture-routes.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { requestFacts, requestLog } from './request-log.ts'
import { refuseMalformedHost } from '../http/malformed-host.ts'
import { securityHeaders } from './security-headers.ts'
import { serverClock } from './server-clock.ts'
import { serviceRoutes } from './service-routes.ts'
import { siteLinkRoutes } from './site-links.ts'
import { socialRoutes } from './social/routes.ts'

/** Another method or path where only calls are. */
const notInContract = () => errorResponse('nameNotFound')

/**
 * The gateway: one log line, one set of headers, then a service or a page. Files of the build are sent as static ones are,
 * without either.
 */
export const gateway = new Hono<GatewayBindings>({ strict: false })
  .get('/_astro/:file', refuseMalformedHost, packedFile)
  .use(
    responseCache((c) => requestFacts(c, 0)),
    requestLog,
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
