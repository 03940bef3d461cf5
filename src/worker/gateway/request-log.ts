import { createMiddleware } from 'hono/factory'
import type { ServiceBindings } from '../contract/service.ts'
import { newId } from '../db/id.ts'
import { normalizePath } from './locale.ts'
import { pageRoutes, sharedRoutes } from './page-routes.ts'

export interface GatewayBindings extends ServiceBindings {
  Variables: { requestId: string }
}

/**
 * Gives every request an id of its own, whatever the client claims, and writes one JSON line when it is answered:
 * a route's name, never a query, a header's value, an address, a code or a token.
 */
export const requestLog = createMiddleware<GatewayBindings>(async (c, next) => {
  const requestId = newId()
  const startedAt = Date.now()
  c.set('requestId', requestId)
  await next()
  if (c.res.status !== 101) c.res.headers.set('X-Request-Id', requestId)
  const line = {
    requestId,
    method: c.req.method,
    route: routeName(new URL(c.req.url).pathname),
    status: c.res.status,
    ms: Date.now() - startedAt,
  }
  console.log(JSON.stringify(line))
})

const DYNAMIC = /^\/(picture)\/.*$/
const SERVICE = /^\/service\/[a-z]+(?:\/v1(?:\/[a-z]+){0,4})?\/?$/

/** The route's template; a path that is none of ours is only `other`, since anything may stand in it. */
function routeName(pathname: string): string {
  if (SERVICE.test(pathname)) return pathname
  const path = normalizePath(pathname).replace(/^\/(?:ja|en)(?=\/|$)/, '') || '/'
  if (path in pageRoutes || sharedRoutes.includes(path)) return path
  if (['/healthz', '/auth/social/start', '/auth/social/callback'].includes(path)) return path
  return DYNAMIC.test(path) ? path.replace(DYNAMIC, '/$1/:id') : 'other'
}
