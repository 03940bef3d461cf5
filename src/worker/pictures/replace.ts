import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { batch } from '../db/batch.ts'
import { newId } from '../db/id.ts'

/** A picture as it is stored. */
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
 * Stores the object, then makes it the person's picture. Whatever fails on the way, the person keeps a picture whose
 * object exists, and an unused object is listed and will be deleted.
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
    deleted: env.DB.prepare('DELETE FROM picture WHERE user_id = ?1').bind(userId),
    inserted: env.DB.prepare(INSERT).bind(...values),
    used: env.DB.prepare('UPDATE user SET picture_id = ?1 WHERE id = ?2').bind(id, userId),
    kept: env.DB.prepare(KEEP).bind(id),
  })
  if (inserted.meta.changes === 0) throw new ServiceError('userRemoved')
}
