import { WorkerEntrypoint } from 'cloudflare:workers'
import { gateway } from './gateway/app.ts'
import { cachedPage } from './page-cache/cached-page.ts'
import { withRequestLog } from './gateway/request-log.ts'
import { renderPage } from './page-cache/render.ts'
import { scheduled } from './jobs/jobs.ts'

export { Jobs } from './jobs/jobs.ts'
export { Room } from './live/room.ts'

/** Astro's pages behind Workers Cache, keyed by normalised path, language and day only. */
export class Pages extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Promise<Response> {
    return renderPage(request)
  }

  /**
   * An entrypoint can purge only its own cache.
   * @throws Error when the purge is refused
   */
  async purge(tags: string[]): Promise<void> {
    const done = await this.ctx.cache?.purge({ tags })
    if (done && !done.success) throw new Error('the purge was refused')
  }
}

export default {
  fetch: (request, env, ctx) =>
    withRequestLog(request, env, ctx, () => {
      const respond = (request: Request) => gateway.fetch(request, env, ctx)
      return cachedPage(request, env, ctx, respond) ?? respond(request)
    }),
  scheduled: (_, env) => scheduled(env),
} satisfies ExportedHandler<Env>
