import { createMiddleware } from 'hono/factory'
import { config } from '../config/config.ts'
import type { ServiceBindings } from '../http/service.ts'

/** Routes that exist only where `DEVELOPMENT` is `on`; otherwise they are 404. */
export const onlyInDevelopment = createMiddleware<ServiceBindings>(async (c, next) => {
  if (!config(c.env).isDevelopment) return c.notFound()
  await next()
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return undefined
})
