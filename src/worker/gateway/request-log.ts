import { createMiddleware } from 'hono/factory'
import type { ServiceBindings } from '../contract/service.ts'
import { newId } from '../db/id.ts'
import { normalizePath } from './locale.ts'
import { pageRoutes, sharedRoutes } from './page-routes.ts'
import { embeddedServices, serviceBases, type ServiceName } from './services.ts'

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

/** What is neither a page nor a service's. */
const ownPaths = [
  '/healthz',
  '/auth/social/start',
  '/auth/social/callback',
  '/auth/social/status',
  '/service/ip',
  '/service/maintenance',
  '/service/openapi.json',
  '/service/vitals',
  '/service/quest/v1/question/live',
]

const servicePaths = (Object.keys(serviceBases) as ServiceName[]).flatMap((name) =>
  embeddedServices[name].routes.map(({ path }) => serviceBases[name] + path),
)

const named = new Set([...Object.keys(pageRoutes), ...sharedRoutes, ...ownPaths, ...servicePaths])

/** The route's template; a path that is none of ours is only `other`, since anything may stand in it. */
function routeName(pathname: string): string {
  const path = normalizePath(pathname).replace(/^\/(?:ja|en)(?=\/|$)/, '') || '/'
  if (named.has(path)) return path
  return DYNAMIC.test(path) ? path.replace(DYNAMIC, '/$1/:id') : 'other'
}
