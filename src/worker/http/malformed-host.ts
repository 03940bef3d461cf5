import { createMiddleware } from 'hono/factory'
import { errorResponse, type ServiceBindings } from './service.ts'

/** A `Host` header such as `x.y:1.z` makes an address that no code after this can parse: 400. */
export const refuseMalformedHost = createMiddleware<ServiceBindings>(async (c, next) =>
  URL.canParse(c.req.url) ? next() : errorResponse('contentNotFound'),
)
