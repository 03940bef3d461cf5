import { Hono } from 'hono'
import { errorResponse } from '../contract/service.ts'
import { refuseChanges } from './maintenance.ts'
import { outboxRoutes } from './outbox.ts'
import { page } from './pages.ts'
import { pictureRoutes } from './pictures.ts'
import { requestLog, type GatewayBindings } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { serviceRoutes } from './service-routes.ts'
import { socialRoutes } from './social/routes.ts'

/** What stands in front of everything: one log line, one set of headers, then a service or a page. */
export const gateway = new Hono<GatewayBindings>({ strict: false })
  .use(requestLog, securityHeaders)
  .get('/healthz', async (c) => {
    const isUp = await c.env.DB.prepare('SELECT 1')
      .first()
      .then(Boolean, () => false)
    return c.json({ results: { database: isUp } }, isUp ? 200 : 503, {
      'Cache-Control': 'no-store',
    })
  })
  .use('/service/*', refuseChanges)
  .route('/service', serviceRoutes)
  .route('/auth/social', socialRoutes)
  .route('/dev', outboxRoutes)
  .route('/picture', pictureRoutes)
  .all('*', page)
  .notFound(page)
  .onError((error, c) => {
    console.error(
      JSON.stringify({
        level: 'error',
        requestId: c.var.requestId,
        error: error.name,
        // The lines before these are the message, which may hold anything.
        at: error.stack?.match(/^ {4}at .*$/gm)?.slice(0, 2),
      }),
    )
    return errorResponse('somethingWentWrong', { requestId: c.var.requestId })
  })
