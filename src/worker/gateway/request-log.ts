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
import { routeName, serviceName } from './route-name.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Gives a request an id of its own and writes one JSON line when its response is ready. An id that a client sends is
 * never taken: it could be another request's, or anything.
 */
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
  // A response from memory waits for no promise.
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

/** Also of an address that cannot be parsed. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return url.slice(start).replace(/[?#].*$/s, '')
}
