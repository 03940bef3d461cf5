import type { z } from 'zod'
import type { ServiceName } from '../../contract/bases.ts'
import type { Call } from '../../contract/call.ts'
import { config } from '../config/config.ts'
import { errorResponse, type Lifetime, type Service } from '../http/service.ts'
import { currentRequestId } from '../logging/log.ts'
import { accountService } from '../services/account/routes.ts'
import { authService } from '../services/auth/routes.ts'
import { commentService } from '../services/comment/routes.ts'
import { moderationService } from '../services/moderation/routes.ts'
import { operatorService } from '../services/operator/routes.ts'
import { questionService } from '../services/question/routes.ts'
import { userService } from '../services/user/routes.ts'
import { remoteService } from './remote-service.ts'

const embeddedServices = {
  question: questionService,
  auth: authService,
  comment: commentService,
  user: userService,
  account: accountService,
  moderation: moderationService,
  operator: operatorService,
} as const

/** Returns a service, embedded or remote, behind one interface. */
export function locateService(name: ServiceName, env: Env, lifetime: Lifetime): Service {
  const location = config(env).services[name]
  if (location.kind === 'remote') return remoteService(name, location.base, env)
  if (location.kind === 'misconfigured')
    return { fetch: () => errorResponse('databaseConnectionFailed') }
  return {
    fetch: (request) => embeddedServices[name].fetch(request, env, lifetime as ExecutionContext),
  }
}

export interface ReadCall<Results extends z.ZodType> extends Call {
  service: ServiceName
  /** Public: `read` has no access check. */
  access?: never
  success: Extract<Call['success'], { results: z.ZodType }> & { results: Results }
}

/** @returns the results, or the service's error response */
export async function readResults<Results extends z.ZodType>(
  call: ReadCall<Results>,
  query: Readonly<Record<string, string | number>>,
  env: Env,
  lifetime: Lifetime,
): Promise<z.output<Results> | Response> {
  const { service, path } = call
  const named = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  if (config(env).services[service].kind === 'embedded')
    return embeddedServices[service].read(call, named, env) as Promise<z.output<Results> | Response>
  const search = new URLSearchParams(named)
  const headers = new Headers()
  const requestId = currentRequestId()
  if (requestId) headers.set('X-Request-Id', requestId)
  const request = new Request(`http://${service}${path}?${search}`, { headers })
  const response = await locateService(service, env, lifetime).fetch(request)
  return response.ok ? (await response.json<{ results: z.output<Results> }>()).results : response
}

const CHANGING = ['comment', 'account', 'moderation'] as const

/** Whether live rooms hear of every change: services must share one place. Otherwise pages poll. */
export function hasLiveRooms(env: Env): boolean {
  const { services } = config(env)
  const placeOf = (name: ServiceName) => {
    const location = services[name]
    return location.kind === 'remote' ? new URL(location.base).origin : location.kind
  }
  return CHANGING.every((name) => placeOf(name) === placeOf('question'))
}
