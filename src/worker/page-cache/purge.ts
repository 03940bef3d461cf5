import type { Context } from 'hono'
import { log, errorName } from '../logging/log.ts'
import { pageCache } from './response-cache.ts'
import type { GatewayBindings } from '../http/service.ts'

/** Delay of the second purge: renders in flight and reads from a lagging replica are stored by then. */
const SECOND_PURGE_MS = 5_000
/** The tag of every page that shows comments. */
const ALL_QUESTIONS = 'comments'

/** The inner entrypoint, where there is one: a purge reaches only what is cached in front of its own entrypoint. */
type PagesExport = { Pages?: { purge(tags: string[]): Promise<void> } }

/**
 * Purges pages after a call that removed something from one, before the response is sent and again after
 * `SECOND_PURGE_MS`: in Workers Cache the pages with comments, in memory all. Caches that a purge does not reach (other
 * isolates, other data centres) are bounded by their lifetimes.
 */
export async function purgePages(c: Context<GatewayBindings>): Promise<void> {
  await purge(c, [ALL_QUESTIONS])
  c.executionCtx.waitUntil(scheduler.wait(SECOND_PURGE_MS).then(() => purge(c, [ALL_QUESTIONS])))
}

/** Where Workers Cache refuses the purge, its lifetimes are the bound. */
async function purge(c: Context<GatewayBindings>, tags: string[]): Promise<void> {
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  await exports?.Pages?.purge(tags).catch((error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: errorName(error) })
  })
  // Memory last: otherwise a copy that was read from Workers Cache in the meantime would be kept.
  pageCache.purge()
}
