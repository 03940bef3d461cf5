import { newRequestId } from '../db/id.ts'
import {
  currentRequestId,
  withLogContext,
  isSampled,
  levelOf,
  log,
  logConfiguration,
} from '../logging/log.ts'
import type { ServiceName } from '../../contract/bases.ts'
import { findServiceCall } from '../../contract/contract.ts'
import { embeddedServices } from './embedded.ts'
import type { Lifetime } from '../http/lifetime.ts'

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** The gateway's own id for a request, if it sends one. */
export function requestIdOf({ headers }: Request): string {
  const fromGateway = headers.get('X-Request-Id') ?? ''
  return REQUEST_ID.test(fromGateway) ? fromGateway : newRequestId()
}

/** A service's response, and one line about it under the gateway's own id for the request. */
export function respond(
  name: ServiceName,
  request: Request,
  env: Env,
  lifetime: Lifetime,
): Promise<Response> {
  const requestId = currentRequestId() ?? requestIdOf(request)
  return withLogContext({ requestId }, async () => {
    logConfiguration(env)
    const startedAt = Date.now()
    const response = await embeddedServices[name].fetch(request, env, lifetime as ExecutionContext)
    const { pathname } = new URL(request.url)
    const call = findServiceCall(name, request.method, pathname)
    const { status } = response
    const level = levelOf(status)
    if (!isSampled(env, level)) return response
    log(env, level, 'response', {
      service: name,
      route: call?.path.replace(/\/$/, '') ?? 'other',
      status,
      ms: Date.now() - startedAt,
    })
    return response
  })
}
