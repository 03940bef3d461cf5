import { createRoute, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { pictureTypes } from '../../../domain/user.ts'
import { now } from '../../clock.ts'
import { accepted, failure } from '../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../contract/service.ts'
import { newId } from '../../db/id.ts'
import { deletePicturesLater } from '../../pictures/discarded.ts'
import { authorize, bearerToken } from '../../session/authorize.ts'
import { remake, type StoredPicture } from './picture-codec.ts'
import { readPictureHeader } from './picture-header.ts'
import { takeTurn } from './picture-turn.ts'

/** Largest picture that is accepted: bytes once decoded from base64, and pixels on either side. */
const MOST_BYTES = 2 * 1024 * 1024
const MOST_PIXELS = 4096
/** The picture in base64 with room for the rest of the JSON. */
export const PICTURE_BODY_LIMIT = Math.ceil(MOST_BYTES / 3) * 4 + 1024

const body = z.strictObject({
  picture: z.string().openapi({ description: 'base64; a data URL’s prefix is tolerated' }),
  type: z.enum(pictureTypes),
})

/** A body this large is read only for somebody whom this deployment signed in. */
const signedIn: MiddlewareHandler<ServiceBindings> = async (c, next) => {
  await bearerToken(c)
  await next()
}

export const pictureRoute = createRoute({
  method: 'put',
  path: '/user/picture',
  security: [{ bearer: [] }],
  middleware: signedIn,
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { 202: accepted, '4XX': failure },
})

/**
 * Replaces the person's picture by one that is made anew from the pixels sent (`security.md` 13).
 * @throws ServiceError as `authorize`; dataNotAvailable (`picture`) for anything but a whole image of the type,
 *   requestTooLarge, tooManyAttempts while this isolate works on others
 */
export async function changePicture(
  c: Context<ServiceBindings>,
  { picture, type }: z.output<typeof body>,
): Promise<void> {
  const { userId } = await authorize(c)
  const bytes = bytesOf(picture)
  const header = readPictureHeader(bytes)
  if (header?.format !== (type === 'png' ? 'png' : 'jpeg')) throw notAPicture()
  if (header.width > MOST_PIXELS || header.height > MOST_PIXELS)
    throw new ServiceError('requestTooLarge')
  const endTurn = takeTurn()
  try {
    const made = remake(bytes, header)
    if (!made) throw notAPicture()
    await replacePicture(c, userId, made)
  } finally {
    endTurn()
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesOf(picture: string): Uint8Array {
  const base64 = picture.replace(/^data:image\/(?:png|jpe?g);base64,/, '')
  if ((base64.length / 4) * 3 > MOST_BYTES + 2) throw new ServiceError('requestTooLarge')
  if (!BASE64.test(base64)) throw notAPicture()
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  if (bytes.length > MOST_BYTES) throw new ServiceError('requestTooLarge')
  return bytes
}

function notAPicture(): ServiceError {
  return new ServiceError('dataNotAvailable', { field: 'picture' })
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
 */
async function replacePicture(
  c: Context<ServiceBindings>,
  userId: string,
  made: StoredPicture,
): Promise<void> {
  const { env } = c
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
  deletePicturesLater(c)
  if (outcomes[1]?.meta.changes === 0) throw new ServiceError('userRemoved')
}
