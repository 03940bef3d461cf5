import { createRoute, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { pictureTypes } from '../../../domain/user.ts'
import { accepted, failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { deletePicturesLater } from '../../pictures/discarded.ts'
import { replacePicture } from '../../pictures/replace.ts'
import { authorize, bearerToken } from '../../identity/authorize.ts'
import { remake } from '../../pictures/picture-codec.ts'
import { readPictureHeader } from '../../pictures/picture-header.ts'
import { MOST_BYTES } from '../../../contract/picture-limits.ts'
import { takeTurn } from '../../pictures/picture-turn.ts'

/** Pixels on either side of the largest picture that is accepted. */
const MOST_PIXELS = 4096

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
 * Replaces the person's picture by one that is made anew from the pixels sent.
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
    const made = await remake(bytes, header)
    if (!made) throw notAPicture()
    await replacePicture(c.env, userId, made)
    deletePicturesLater(c)
  } finally {
    endTurn()
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesOf(picture: string): Uint8Array<ArrayBuffer> {
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
