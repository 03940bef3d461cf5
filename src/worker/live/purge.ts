import type { Context } from 'hono'
import type { ServiceBindings } from '../contract/service.ts'
import { log, thrownName } from '../log.ts'

/** Tags that one purge takes. */
const MOST_TAGS = 30

/**
 * Takes the cached pages of questions out of Cloudflare's cache, after something on them was deleted. Where there is no
 * such cache, or it refuses, the pages' own short lifetime does the same later.
 */
export function purgePages(c: Context<ServiceBindings>, questionIds: readonly string[]): void {
  const { cache } = c.executionCtx as ExecutionContext
  if (!cache) return
  for (let start = 0; start < questionIds.length; start += MOST_TAGS) {
    const tags = questionIds.slice(start, start + MOST_TAGS).map((id) => `question:${id}`)
    const purged = cache.purge({ tags }).catch((error: unknown) => {
      log(c.env, 'warn', 'purge-failed', { error: thrownName(error) })
    })
    c.executionCtx.waitUntil(purged)
  }
}
