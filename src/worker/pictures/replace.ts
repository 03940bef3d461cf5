import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { newId } from '../db/id.ts'

/** A picture made anew, as it is stored. */
export interface StoredPicture {
  bytes: Uint8Array<ArrayBuffer>
  format: 'jpeg' | 'png'
  width: number
  height: number
}

const EXPECT = 'INSERT INTO discarded_picture (id, discarded_at) VALUES (?1, ?2)'
const ADOPT = [
  'DELETE FROM picture WHERE user_id = ?2',
  `INSERT INTO picture (id, user_id, type, width, height, created_at)
    SELECT ?1, id, ?3, ?4, ?5, ?6 FROM user WHERE id = ?2`,
  'UPDATE user SET picture_id = ?1 WHERE id = ?2',
  'DELETE FROM discarded_picture WHERE id = ?1 AND EXISTS (SELECT 1 FROM picture WHERE id = ?1)',
]

/**
 * Stores the object, then switches the person over to it. Whatever fails on the way, the person's picture is one that
 * is there, and an object nobody uses is known and will be deleted.
 * @throws ServiceError databaseConnectionFailed when R2 is down, userRemoved
 */
export async function replacePicture(env: Env, userId: string, made: StoredPicture): Promise<void> {
  const id = newId()
  await env.DB.prepare(EXPECT).bind(id, now(env)).run()
  await env.PICTURES.put(id, made.bytes, {
    httpMetadata: { contentType: `image/${made.format}` },
  }).catch((cause: unknown) => {
    throw new ServiceError('databaseConnectionFailed', { cause })
  })
  const values = [id, userId, made.format, made.width, made.height, now(env)]
  const [discard, insert, use, keep] = ADOPT.map((sql) => env.DB.prepare(sql))
  const outcomes = await env.DB.batch([
    discard!.bind(id, userId),
    insert!.bind(...values),
    use!.bind(id, userId),
    keep!.bind(id),
  ])
  if (outcomes[1]?.meta.changes === 0) throw new ServiceError('userRemoved')
}
