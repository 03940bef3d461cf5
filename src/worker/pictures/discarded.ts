import type { Context } from 'hono'
import { MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import type { ServiceBindings } from '../http/service.ts'
import { log, errorName } from '../logging/log.ts'

/** Time that a new object has to become somebody's picture. */
const ADOPTION_MS = 10 * MINUTE_MS
/** R2 deletes this many objects in one call. */
const MAX_KEYS = 1000

const DUE = `SELECT id FROM discarded_picture WHERE discarded_at <= ?1 LIMIT ${MAX_KEYS}`
const DELETED =
  'DELETE FROM discarded_picture WHERE id IN (SELECT value FROM json_each(?1)) AND discarded_at <= ?2'

/**
 * Deletes the objects of replaced pictures and of uploads that were never completed. What R2 does not delete stays on
 * the list; called after each change and by the cron.
 */
export async function deletePictures(env: Env): Promise<void> {
  const due = now(env) - ADOPTION_MS
  const { results } = await env.DB.prepare(DUE).bind(due).all<{ id: string }>()
  const ids = results.map(({ id }) => id)
  if (ids.length === 0) return
  await env.PICTURES.delete(ids)
  await env.DB.prepare(DELETED).bind(JSON.stringify(ids), due).run()
}

/** Deletes them after the response; the cron tries again after a failure. */
export function deletePicturesLater(c: Context<ServiceBindings>): void {
  const deletion = deletePictures(c.env).catch((error: unknown) => {
    log(c.env, 'warn', 'pictures-not-deleted', { error: errorName(error) })
  })
  c.executionCtx.waitUntil(deletion)
}
