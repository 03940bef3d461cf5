import { normalizePath } from '../pages/locale.ts'
import { pageRoutes, sharedRoutes } from '../pages/page-routes.ts'
import { serviceBases, serviceNames, type ServiceName } from '../../contract/bases.ts'
import { embeddedServices } from '../services/embedded.ts'

/** What is neither a page nor a service's. */
const ownPaths = [
  '/healthz',
  '/auth/social/start',
  '/auth/social/callback',
  '/auth/social/status',
  '/dev/outbox',
  '/dev/outbox.json',
  '/service/ip',
  '/service/maintenance',
  '/service/openapi.json',
  '/service/vitals',
]

const servicePaths = serviceNames.flatMap((name) =>
  embeddedServices[name].routes.map(({ path }) => serviceBases[name] + path),
)

const named = new Set([...Object.keys(pageRoutes), ...sharedRoutes, ...ownPaths, ...servicePaths])

const PICTURE = /^\/picture\/./
const CARD = /^\/card\/./

/** The route's template; a path that is none of ours is only `other`, since anything may stand in it. */
export function routeName(pathname: string): string {
  if (named.has(pathname)) return pathname
  const path = normalizePath(pathname).replace(/^\/(?:ja|en)(?=\/|$)/, '') || '/'
  if (named.has(path)) return path
  if (CARD.test(path)) return '/card/:questionId/:file'
  return PICTURE.test(path) ? '/picture/:id' : 'other'
}

/** Who answers a route: one of the five services, or the gateway itself. */
export function serviceName(route: string): ServiceName | 'gateway' {
  return serviceNames.find((name) => route.startsWith(`${serviceBases[name]}/`)) ?? 'gateway'
}
