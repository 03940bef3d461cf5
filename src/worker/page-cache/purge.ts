import type { Context } from 'hono'
import { siteOrigin } from '../http/site-origin.ts'
import { log, errorName } from '../logging/log.ts'
import { clearResponseCache } from './response-cache.ts'
import { pageCache } from './isolate-cache.ts'
import { edgeCache, tagsOf } from './edge-cache.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'

/** Delay of the second purge: renders in flight and reads from a lagging replica are stored by then. */
const SECOND_PURGE_MS = 5_000
/** The tag of every page that shows comments. */
const ALL_QUESTIONS = 'comments'

/** The inner entrypoint, where there is one: a purge reaches only what is cached in front of its own entrypoint. */
type PagesExport = { Pages?: { purge(tags: string[]): Promise<void> } }

/**
 * Purges the pages with comments from every cache layer, after a call that removed something from one. Purges once
 * before the response is sent, and again after `SECOND_PURGE_MS`. Caches that a purge does not reach (other isolates,
 * other data centres) are bounded by their lifetimes.
 */
export async function purgePages(c: Context<GatewayBindings>): Promise<void> {
  await purge(c, [ALL_QUESTIONS])
  c.executionCtx.waitUntil(scheduler.wait(SECOND_PURGE_MS).then(() => purge(c, [ALL_QUESTIONS])))
}

// In development a changed source is loaded again with its importers only, so these caches outlive it. A page that was
// rendered while it was loaded may have its old text.
const hot = import.meta.hot
if (hot)
  for (const event of ['vite:beforeUpdate', 'vite:afterUpdate'] as const)
    hot.on(event, () => {
      clearResponseCache()
      pageCache.purge(() => true)
    })

/** A layer whose purge fails is bounded by its lifetime. */
async function purge(c: Context<GatewayBindings>, tags: string[]): Promise<void> {
  const failed = (error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: errorName(error) })
  }
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  const origin = siteOrigin(c.env, c.req.url)
  await Promise.all([
    exports?.Pages?.purge(tags).catch(failed),
    edgeCache.purge(origin, tags).catch(failed),
  ])
  // Memory last: otherwise a copy that was read from an outer layer in the meantime would be kept.
  clearResponseCache()
  pageCache.purge((page) => tagsOf(page).some((tag) => tags.includes(tag)))
}
