import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { newId } from '../db/id.ts'

/** A picture as it is stored. */
export interface StoredPicture {
  bytes: Uint8Array<ArrayBuffer>
  format: 'jpeg' | 'png'
}

const LIST_AS_DISCARDED = 'INSERT INTO discarded_picture (id, discarded_at) VALUES (?1, ?2)'
const REPLACE_PICTURE = [
  'DELETE FROM picture WHERE user_id = ?2',
  `INSERT INTO picture (id, user_id, created_at) SELECT ?1, id, ?3 FROM user WHERE id = ?2`,
  'UPDATE user SET picture_id = ?1 WHERE id = ?2',
  'DELETE FROM discarded_picture WHERE id = ?1 AND EXISTS (SELECT 1 FROM picture WHERE id = ?1)',
]

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
  const [discard, insert, use, keep] = REPLACE_PICTURE.map((sql) => env.DB.prepare(sql))
  const outcomes = await env.DB.batch([
    discard!.bind(id, userId),
    insert!.bind(...values),
    use!.bind(id, userId),
    keep!.bind(id),
  ])
  if (outcomes[1]?.meta.changes === 0) throw new ServiceError('userRemoved')
}
