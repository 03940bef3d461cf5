import { createMiddleware } from 'hono/factory'
import type { ServiceBindings } from '../http/service.ts'

/** What is there only where `DEVELOPMENT` is `on`; elsewhere it is a page that does not exist. */
export const onlyInDevelopment = createMiddleware<ServiceBindings>(async (c, next) => {
  if (c.env.DEVELOPMENT !== 'on') return c.notFound()
  await next()
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return undefined
})
