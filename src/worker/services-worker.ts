import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { refuseMalformedHost } from './http/malformed-host.ts'
import { errorResponse, faultResponse, type ServiceBindings } from './http/service.ts'
import { outboxRoutes } from './dev/outbox-routes.ts'
import { withLogContext } from './logging/log.ts'
import { scheduled } from './jobs/cron.ts'
import { fromGateway, withTrustedCaller } from './services/caller.ts'
import { serviceBases, type ServiceName } from '../contract/bases.ts'
import { respond, requestIdOf } from './services/respond.ts'

export { Room } from './live/room.ts'
export { RoomShard } from './live/room-shard.ts'

/** A service for bindings: only workers of the same account that are bound to a named entrypoint reach it. */
function entrypointOf(name: ServiceName) {
  return class extends WorkerEntrypoint<Env> {
    override fetch(request: Request): Promise<Response> {
      return respond(name, withTrustedCaller(request), this.env, this.ctx)
    }
  }
}
export class QuestionService extends entrypointOf('question') {}
export class AuthService extends entrypointOf('auth') {}
export class CommentService extends entrypointOf('comment') {}
export class UserService extends entrypointOf('user') {}
export class AccountService extends entrypointOf('account') {}
export class ModerationService extends entrypointOf('moderation') {}
export class OperatorService extends entrypointOf('operator') {}

/** The same services by HTTP, below their bases and for gateways with the key. */
const http = new Hono<ServiceBindings>({ strict: false })
  .use((c, next) => withLogContext({ requestId: requestIdOf(c.req.raw) }, next))
  .use(refuseMalformedHost)
  .route('/dev', outboxRoutes)
  .all('*', async (c) => {
    const request = await fromGateway(c.env, c.req.raw)
    if (!request) return errorResponse('userPrivilegeNotFound')
    const url = new URL(request.url)
    if (url.pathname.startsWith('/picture/')) return respond('user', request, c.env, c.executionCtx)
    for (const [name, base] of Object.entries(serviceBases) as [ServiceName, string][]) {
      if (!url.pathname.startsWith(`${base}/`)) continue
      url.pathname = url.pathname.slice(base.length)
      return respond(name, new Request(url, request), c.env, c.executionCtx)
    }
    return errorResponse('nameNotFound')
  })
  .notFound(() => errorResponse('nameNotFound'))
  .onError(faultResponse)

/** The services alone, with the rooms, the scheduled jobs and the mail, for remote gateways. */
export default {
  fetch: http.fetch,
  scheduled: (_, env) => scheduled(env),
} satisfies ExportedHandler<Env>
