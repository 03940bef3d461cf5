import { handle } from '@astrojs/cloudflare/handler'
import { WorkerEntrypoint } from 'cloudflare:workers'
import { newId } from './db/id.ts'
import { gateway } from './gateway/app.ts'
import { hotPage } from './gateway/hot-pages.ts'
import { forgetQuestions } from './gateway/purge.ts'
import { inNameOf } from './log.ts'
import { scheduled } from './scheduled/jobs.ts'

export { Room } from './live/room.ts'
export { RoomShard } from './live/room-shard.ts'

/** Astro's pages behind Cloudflare's cache: the gateway asks it by normalised path, language and day only. */
export class Pages extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Promise<Response> {
    const requestId = request.headers.get('X-Request-Id') ?? newId()
    return inNameOf({ requestId }, () => handle(request, this.env, this.ctx))
  }

  /** An entrypoint can purge only what is cached in front of itself. */
  purge(questionIds: string[]): Promise<void> {
    return forgetQuestions(this.ctx, questionIds)
  }
}

export default {
  fetch: (request, env, ctx) => hotPage(request, env, ctx) ?? gateway.fetch(request, env, ctx),
  scheduled: (_, env) => scheduled(env),
} satisfies ExportedHandler<Env>
