import { Hono } from 'hono'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { services } from '../remote/services.ts'

/** `/picture/<id>`: the user service's, wherever it is. */
export const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', (c) => {
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  return services(c.env, c.executionCtx).user.fetch(request)
})
