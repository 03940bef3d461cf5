import { serviceBases, type ServiceName, serviceNames } from '../../contract/bases.ts'
import { calls, fullPath } from '../../contract/contract.ts'
import { siteLinkNames, siteLinkPath } from '../../domain/site-links.ts'
import { watchCronSometimes } from '../alarms/alarms.ts'
import { newRequestId } from '../db/id.ts'
import type { Lifetime } from '../http/service.ts'
import {
  isSampled,
  levelOf,
  log,
  logConfiguration,
  logTogether,
  withLogContext,
} from '../logging/log.ts'
import { localize, normalizePath } from '../pages/locale.ts'
import { pageRoutes, sharedRoutes } from '../pages/page-routes.ts'

const otherPaths = [
  ...siteLinkNames.map(siteLinkPath),
  ...['start', 'callback', 'status'].map((name) => `/auth/social/${name}`),
  '/dev/outbox',
  '/dev/outbox.json',
  ...['change-password', 'passkey-endpoints', 'security.txt'].map((name) => `/.well-known/${name}`),
]

const named = new Set([
  ...Object.keys(pageRoutes),
  ...sharedRoutes,
  ...otherPaths,
  ...calls.map(fullPath),
])

const ANY_PICTURE = /^\/picture\/./
const CARD = /^\/card\/./

/** Route template; `other` for unknown paths, which may contain anything. */
function routeName(pathname: string): string {
  if (named.has(pathname)) return pathname
  const path = localize(normalizePath(pathname), null).path
  if (named.has(path)) return path
  if (CARD.test(path)) return '/card/:questionId/:file'
  return ANY_PICTURE.test(path) ? '/picture/:id' : 'other'
}

function serviceName(route: string): ServiceName | 'gateway' {
  return serviceNames.find((name) => route.startsWith(`${serviceBases[name]}/`)) ?? 'gateway'
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** One log line per response. Client-sent ids are ignored: they may be forged or hold anything. */
export function withRequestLog(
  request: Request,
  env: Env,
  lifetime: Lifetime,
  respond: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const requestId = newRequestId()
  const startedAt = Date.now()
  const sent = (response: Response, isFromMemory = false): Response => {
    if (response.status !== 101) response.headers.set('X-Request-Id', requestId)
    logRequest(request, response, env, lifetime, {
      requestId,
      ms: Date.now() - startedAt,
      isFromMemory,
    })
    return response
  }
  logConfiguration(env)
  const response = withLogContext({ requestId }, respond)
  // A cached response must not wait for a promise.
  return response instanceof Response
    ? sent(response, true)
    : response.then((response) => sent(response))
}

function logRequest(
  { method, url }: Request,
  response: Response,
  env: Env,
  lifetime: Lifetime,
  { requestId, ms, isFromMemory }: { requestId: string; ms: number; isFromMemory: boolean },
): void {
  const { status } = response
  const level = levelOf(status)
  watchCronSometimes(env, lifetime)
  if (!isSampled(env, level)) return
  const route = routeName(pathOf(url))
  const line = {
    requestId,
    method: METHODS.has(method) ? method : 'other',
    route,
    service: serviceName(route),
    status,
    ms,
    language: response.headers.get('Content-Language') ?? undefined,
  }
  if (isFromMemory) logTogether(env, lifetime, 'request', line)
  else log(env, level, 'request', line)
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return url.slice(start).replace(/[?#].*$/s, '')
}
