import { Hono } from 'hono'
import type { GatewayBindings } from '../http/service.ts'
import { locateService } from '../remote/locate-services.ts'

/** `/picture/<id>`, which the user service reads from R2. */
export const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', (c) => {
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  return locateService('user', c.env, c.executionCtx).fetch(request)
})
