import { Hono } from 'hono'
import { errorResponse, type ServiceBindings } from '../contract/service.ts'
import { withDeviceHeaders } from './device-headers.ts'
import { serviceBases, services, type ServiceName } from './services.ts'

/** `/service/*`: the visitor's address, then each service below its base. */
export const serviceRoutes = new Hono<ServiceBindings>({ strict: false })
  .get('/ip', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ ip: c.req.header('CF-Connecting-IP') ?? false })
  })
  .all('/*', async (c) => {
    const url = new URL(c.req.url)
    for (const [name, base] of Object.entries(serviceBases) as [ServiceName, string][]) {
      if (!url.pathname.startsWith(`${base}/`)) continue
      url.pathname = url.pathname.slice(base.length)
      const request = withDeviceHeaders(new Request(url, c.req.raw))
      const response = await services(c.env, c.executionCtx)[name].fetch(request)
      const answer = new Response(response.body, response)
      answer.headers.set('Referrer-Policy', 'no-referrer')
      return answer
    }
    return errorResponse('nameNotFound', { requestId: c.req.header('X-Request-Id') ?? '' })
  })
