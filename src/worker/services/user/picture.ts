import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { deletePicturesLater } from '../../pictures/discarded.ts'
import { replacePicture } from '../../pictures/replace.ts'
import { inspectPicture } from '../../pictures/inspect-picture.ts'
import { takePictureSlot } from '../../pictures/picture-slot.ts'
import { reEncode } from '../../pictures/re-encode.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE } from '../../../domain/picture.ts'

/**
 * Replaces the person's picture by one that is encoded again from the pixels sent.
 * @throws ServiceError dataNotAvailable (`picture`) for anything but a whole image of the type,
 *   requestTooLarge, databaseConnectionFailed with `retryAfter` while this isolate works on others
 */
export const changePicture: Handler<typeof userCalls.changePicture> = async (
  c,
  { picture, type },
) => {
  const { userId } = c.var.person
  const inspected = inspectPicture(bytesOf(picture))
  if (inspected?.format !== (type === 'png' ? 'png' : 'jpeg')) throw notAPicture()
  if (Math.max(inspected.width, inspected.height) > MAX_PICTURE_SIDE)
    throw new ServiceError('requestTooLarge')
  const releaseSlot = takePictureSlot()
  try {
    const encoded = await reEncode(c.env, inspected)
    if (!encoded) throw notAPicture()
    await replacePicture(c.env, userId, encoded)
    deletePicturesLater(c)
  } finally {
    releaseSlot()
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesOf(picture: string): Uint8Array<ArrayBuffer> {
  const base64 = picture.replace(/^data:image\/(?:png|jpe?g);base64,/, '')
  if ((base64.length / 4) * 3 > MAX_PICTURE_BYTES + 2) throw new ServiceError('requestTooLarge')
  if (!BASE64.test(base64)) throw notAPicture()
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64')
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  if (bytes.length > MAX_PICTURE_BYTES) throw new ServiceError('requestTooLarge')
  return bytes
}

function notAPicture(): ServiceError {
  return new ServiceError('dataNotAvailable', { field: 'picture' })
}
