import type { Context } from 'hono'
import type { ServiceBindings } from '../contract/service.ts'
import { log, thrownName } from '../log.ts'

/** The inner entrypoint of this worker, where it has one. */
type PagesExport = { Pages?: { purge(questionIds: string[]): Promise<void> } }

/**
 * Takes the cached pages of questions away, after something on them was deleted. Where that fails, the pages' own
 * short lifetime does the same later.
 */
export function purgePages(c: Context<ServiceBindings>, questionIds: readonly string[]): void {
  const { exports } = c.executionCtx as ExecutionContext & { exports?: PagesExport }
  const purged = exports?.Pages?.purge([...questionIds])
  if (!purged) return
  const reported = purged.catch((error: unknown) => {
    log(c.env, 'warn', 'purge-failed', { error: thrownName(error) })
  })
  c.executionCtx.waitUntil(reported)
}
