import { handle } from '@astrojs/cloudflare/handler'
import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
import { gateway } from './gateway/app.ts'
import { identified } from './gateway/request-log.ts'

export class Room extends DurableObject<Env> {}

/** Astro's pages behind Cloudflare's cache: the gateway asks it by normalised path, language and day only. */
export class Pages extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Promise<Response> {
    return handle(request, this.env, this.ctx)
  }
}

export default {
  fetch: (request, env, ctx) => gateway.fetch(identified(request as unknown as Request), env, ctx),
} satisfies ExportedHandler<Env>
