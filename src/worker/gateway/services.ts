import type { Service } from '../contract/service.ts'
import { accountService } from '../services/account/routes.ts'
import { authService } from '../services/auth/routes.ts'
import { commentService } from '../services/comment/routes.ts'
import { questionService } from '../services/question/routes.ts'
import { userService } from '../services/user/routes.ts'

/** The five services by the bases under which the browser reaches them (`contract.md`). */
export const serviceBases = {
  question: '/service/quest/v1',
  auth: '/service/auth/v1',
  comment: '/service/comment/v1',
  user: '/service/user/v1',
  account: '/service/account/v1',
} as const

export type ServiceName = keyof typeof serviceBases
export type Services = Record<ServiceName, Service>
/** What a service may ask of the request's lifetime. */
export type Lifetime = Pick<ExecutionContext, 'waitUntil'>

/** This repository's implementations. */
export const embeddedServices = {
  question: questionService,
  auth: authService,
  comment: commentService,
  user: userService,
  account: accountService,
} as const

/** Every service of this deployment, each behind the one interface that the gateway, the pages and the tests know. */
export function services(env: Env, lifetime: Lifetime): Services {
  const ctx = lifetime as ExecutionContext
  const embedded = (app: typeof authService): Service => ({
    fetch: (request) => app.fetch(request, env, ctx),
  })
  return {
    question: embedded(questionService),
    auth: embedded(authService),
    comment: embedded(commentService),
    user: embedded(userService),
    account: embedded(accountService),
  }
}
