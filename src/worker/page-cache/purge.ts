import type { Context } from 'hono'
import { log, errorName } from '../logging/log.ts'
import { pageCache } from './response-cache.ts'
import type { GatewayBindings } from '../http/service.ts'

/** By the second purge, renders in flight and reads from a lagging replica are stored. */
const SECOND_PURGE_MS = 5_000
/** Tag of every page that shows comments. */
const ALL_QUESTIONS = 'comments'

/** A purge reaches only the cache of its own entrypoint, hence the inner one. */
type PagesExport = { Pages?: { purge(tags: string[]): Promise<void> } }

/**
 * Purges pages after a removal, before the response and again after `SECOND_PURGE_MS`: pages with comments in Workers
 * Cache, everything in memory. Other isolates and data centres are bounded by TTLs.
 */
export async function purgePages(c: Context<GatewayBindings>): Promise<void> {
  await purge(c, [ALL_QUESTIONS])
  c.executionCtx.waitUntil(scheduler.wait(SECOND_PURGE_MS).then(() => purge(c, [ALL_QUESTIONS])))
}

/** If Workers Cache refuses, its TTLs are the bound. */
async function purge(c: Context<GatewayBindings>, tags: string[]): Promise<void> {
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  await exports?.Pages?.purge(tags).catch((error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: errorName(error) })
  })
  // Memory last: otherwise a copy read from Workers Cache in the meantime would be kept.
  pageCache.purge()
}
