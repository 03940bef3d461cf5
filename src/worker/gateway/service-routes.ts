import { Hono } from 'hono'
import { errorResponse } from '../contract/service.ts'
import { withDeviceHeaders } from './device-headers.ts'
import { live } from './live.ts'
import { maintenanceNow } from './maintenance.ts'
import { openApiDocument } from './openapi.ts'
import type { GatewayBindings } from './request-log.ts'
import { serviceBases, services, type ServiceName } from './services.ts'
import { publicOrigin } from '../session/send-passcode.ts'
import { vitalsService } from './vitals.ts'

/** `/service/*`: the visitor's address, then each service below its base. */
export const serviceRoutes = new Hono<GatewayBindings>({ strict: false })
  .get('/ip', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ ip: c.req.header('CF-Connecting-IP') ?? false })
  })
  .get('/quest/v1/question/live', live)
  .get('/maintenance', maintenanceNow)
  .get('/openapi.json', (c) => c.json(openApiDocument(publicOrigin(c.env, c.req.url))))
  .all('/vitals', (c) => {
    const request = new Request(new URL('/vitals', c.req.url), c.req.raw)
    request.headers.set('X-Request-Id', c.var.requestId)
    return vitalsService.fetch(request, c.env, c.executionCtx)
  })
  .all('/*', async (c) => {
    const url = new URL(c.req.url)
    for (const [name, base] of Object.entries(serviceBases) as [ServiceName, string][]) {
      if (!url.pathname.startsWith(`${base}/`)) continue
      url.pathname = url.pathname.slice(base.length)
      const request = withDeviceHeaders(new Request(url, c.req.raw))
      request.headers.set('X-Request-Id', c.var.requestId)
      const response = await services(c.env, c.executionCtx)[name].fetch(request)
      const answer = new Response(response.body, response)
      answer.headers.set('Referrer-Policy', 'no-referrer')
      return answer
    }
    return errorResponse('nameNotFound', { requestId: c.var.requestId })
  })
