import { MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { batch } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { ServiceError, type ServiceContext } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'

export interface StoredPicture {
  bytes: Uint8Array<ArrayBuffer>
  format: 'jpeg' | 'png'
}

const LIST_AS_DISCARDED = 'INSERT INTO discarded_picture (id, discarded_at) VALUES (?1, ?2)'
const INSERT =
  'INSERT INTO picture (id, user_id, created_at) SELECT ?1, id, ?3 FROM user WHERE id = ?2'
const KEEP =
  'DELETE FROM discarded_picture WHERE id = ?1 AND EXISTS (SELECT 1 FROM picture WHERE id = ?1)'

/**
 * Stores the object, then assigns it to the person. On any failure the person's picture still exists, and an unused
 * object is listed for deletion.
 * @throws ServiceError databaseConnectionFailed when R2 is down, userRemoved
 */
export async function replacePicture(
  env: Env,
  userId: string,
  picture: StoredPicture,
): Promise<void> {
  const id = newId()
  await env.DB.prepare(LIST_AS_DISCARDED).bind(id, now(env)).run()
  await env.PICTURES.put(id, picture.bytes, {
    httpMetadata: { contentType: `image/${picture.format}` },
  }).catch((cause: unknown) => {
    throw new ServiceError('databaseConnectionFailed', { cause })
  })
  const values = [id, userId, now(env)]
  const { inserted } = await batch<{ inserted: never }>(env.DB, {
    deleted: deletion(env, userId),
    inserted: env.DB.prepare(INSERT).bind(...values),
    used: env.DB.prepare('UPDATE user SET picture_id = ?1 WHERE id = ?2').bind(id, userId),
    kept: env.DB.prepare(KEEP).bind(id),
  })
  if (inserted.meta.changes === 0) throw new ServiceError('userRemoved')
}

export async function discardPicture(env: Env, userId: string): Promise<void> {
  await batch(env.DB, {
    deleted: deletion(env, userId),
    unset: env.DB.prepare('UPDATE user SET picture_id = NULL WHERE id = ?1').bind(userId),
  })
}

/** A trigger lists the object for deletion. */
const deletion = (env: Env, userId: string) =>
  env.DB.prepare('DELETE FROM picture WHERE user_id = ?1').bind(userId)

/** How long an uploaded object may stay unassigned. */
const ADOPTION_MS = 10 * MINUTE_MS
/** R2's limit per delete. */
const MAX_KEYS = 1000

const DUE = `SELECT id FROM discarded_picture WHERE discarded_at <= ?1 LIMIT ${MAX_KEYS}`
const DELETED =
  'DELETE FROM discarded_picture WHERE id IN (SELECT value FROM json_each(?1)) AND discarded_at <= ?2'

/** What R2 does not delete stays listed; runs after each change and by the cron. */
export async function deletePictures(env: Env): Promise<void> {
  const due = now(env) - ADOPTION_MS
  const { results } = await env.DB.prepare(DUE).bind(due).all<{ id: string }>()
  const ids = results.map(({ id }) => id)
  if (ids.length === 0) return
  await env.PICTURES.delete(ids)
  await env.DB.prepare(DELETED).bind(JSON.stringify(ids), due).run()
}

/** Deletes after the response; the cron retries failures. */
export function deletePicturesLater(c: ServiceContext): void {
  const deletion = deletePictures(c.env).catch((error: unknown) => {
    log(c.env, 'warn', 'pictures-not-deleted', { error: errorName(error) })
  })
  c.executionCtx.waitUntil(deletion)
}
