import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { watchCronSometimes } from '../alarms/alarms.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { newRequestId } from '../db/id.ts'
import { withLogContext, isSampled, levelOf, log, logConfiguration } from '../logging/log.ts'
import { routeName, serviceName } from './route-name.ts'

/**
 * Gives every request an id of its own and writes one JSON line when its response is sent. An id that a client sends is
 * never taken: it could be another request's, or anything.
 */
export const requestLog = createMiddleware<GatewayBindings>(async (c, next) => {
  const requestId = newRequestId()
  const startedAt = Date.now()
  c.set('requestId', requestId)
  await withLogContext({ requestId }, async () => {
    logConfiguration(c.env)
    await next()
    if (c.res.status !== 101) c.res.headers.set('X-Request-Id', requestId)
    logRequest(c, Date.now() - startedAt)
  })
})

function logRequest(c: Context<GatewayBindings>, ms: number): void {
  const level = levelOf(c.res.status)
  watchCronSometimes(c.env, c.executionCtx)
  if (isSampled(c.env, level)) log(c.env, level, 'request', requestFacts(c, ms))
}

/** Log fields of a request. */
export function requestFacts(c: Context<GatewayBindings>, ms: number) {
  const route = routeName(c.req.path)
  return {
    method: METHODS.has(c.req.method) ? c.req.method : 'other',
    route,
    service: serviceName(route),
    status: c.res.status,
    ms,
    language: c.res.headers.get('Content-Language') ?? undefined,
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
