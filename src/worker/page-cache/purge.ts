import { siteOrigin } from '../http/site-origin.ts'
import type { Context } from 'hono'
import { DELETED_FROM } from '../../contract/deleted-from.ts'
import { log, errorName } from '../logging/log.ts'
import { clearResponseCache } from './response-cache.ts'
import { purgeIsolateCache, tagsOf } from './isolate-cache.ts'
import { edgeCache } from './edge-cache.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'

/** What was being rendered, or was read from a replica that lagged, is stored by then; milliseconds. */
const AGAIN_AFTER_MS = 5_000
/** What every page carries that shows comments. */
const EVERY_QUESTION = 'comments'

/** The inner entrypoint of this worker, where it has one: it can purge only what is cached in front of itself. */
type PagesExport = { Pages?: { purge(tags: string[]): Promise<void> } }

/**
 * Takes pages out of every layer after something on them was deleted, wherever the service is that deleted it: those
 * of the questions that its answer names, or else of all. Once before the answer goes, and once more when whatever
 * was on its way is stored. What stands in other places lives no longer than the pages' own lifetimes.
 */
export async function purgeDeleted(
  c: Context<GatewayBindings>,
  { headers }: Response,
): Promise<void> {
  const ids = headers.get(DELETED_FROM)
  const tags = ids === null ? [EVERY_QUESTION] : ids.split(',').filter(Boolean).map(tagOf)
  if (tags.length === 0) return
  await forget(c, tags)
  c.executionCtx.waitUntil(scheduler.wait(AGAIN_AFTER_MS).then(() => forget(c, tags)))
}

const tagOf = (questionId: string) => `question:${questionId}`

/** Where a layer fails, its own short lifetime does the same later. */
async function forget(c: Context<GatewayBindings>, tags: string[]): Promise<void> {
  const failed = (error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: errorName(error) })
  }
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  const origin = siteOrigin(c.env, c.req.url)
  await Promise.all([
    exports?.Pages?.purge(tags).catch(failed),
    edgeCache.forget(origin, tags).catch(failed),
  ])
  // Last, so that what is read from the others meanwhile is not kept.
  clearResponseCache()
  purgeIsolateCache((page) => tagsOf(page).some((tag) => tags.includes(tag)))
}
