import { localize, normalizePath } from '../pages/locale.ts'
import { pageRoutes, sharedRoutes } from '../pages/page-routes.ts'
import { siteLinkNames, siteLinkPath } from '../../domain/site-links.ts'
import { serviceBases, serviceNames, type ServiceName } from '../../contract/bases.ts'
import { calls, fullPath } from '../../contract/contract.ts'

/** Neither pages nor calls of the contract. */
const otherPaths = [
  ...siteLinkNames.map(siteLinkPath),
  '/auth/social/start',
  '/auth/social/callback',
  '/auth/social/status',
  '/dev/outbox',
  '/dev/outbox.json',
]

const named = new Set([
  ...Object.keys(pageRoutes),
  ...sharedRoutes,
  ...otherPaths,
  ...calls.map(fullPath),
])

const ANY_PICTURE = /^\/picture\/./
const CARD = /^\/card\/./

/** The route's template; an unknown path is only `other`, since it may contain anything. */
export function routeName(pathname: string): string {
  if (named.has(pathname)) return pathname
  const path = localize(normalizePath(pathname), null).path
  if (named.has(path)) return path
  if (CARD.test(path)) return '/card/:questionId/:file'
  return ANY_PICTURE.test(path) ? '/picture/:id' : 'other'
}

/** The owner of a route: one of the services, or the gateway itself. */
export function serviceName(route: string): ServiceName | 'gateway' {
  return serviceNames.find((name) => route.startsWith(`${serviceBases[name]}/`)) ?? 'gateway'
}
