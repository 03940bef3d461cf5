import { pictureSize } from '../../domain/picture.ts'
import { ServiceError } from '../http/service.ts'
import type { InspectedPicture } from './inspect-picture.ts'
import type { StoredPicture } from './storage.ts'

const JPEG_QUALITY = 85
/** Cloudflare's codes: image too large, missing, of an unsupported format, or undecodable. */
const FILE_ERRORS = [9402, 9412, 9413, 9520, 9523]

/**
 * Re-encodes a picture upright, at most 512 pixels on the longer side, as JPEG, or PNG with alpha. Cloudflare Images
 * does the work outside the isolate.
 * @returns `undefined` when the data cannot be decoded
 * @throws ServiceError databaseConnectionFailed while Images does not respond
 */
export async function reEncode(
  env: Env,
  picture: InspectedPicture,
): Promise<StoredPicture | undefined> {
  const isTurned = picture.orientation >= 5
  const [across, down] = isTurned
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  const { width, height } = pictureSize(across, down)
  const format = picture.hasAlpha ? 'png' : 'jpeg'
  try {
    const result = await env.IMAGES.input(streamOf(picture.parts))
      // Images applies the EXIF orientation first, so these are the sides of the upright picture.
      .transform({ width, height, fit: 'squeeze' })
      .output({ format: `image/${format}`, quality: JPEG_QUALITY, anim: false })
    const bytes = new Uint8Array(await new Response(result.image()).arrayBuffer())
    return { bytes, format }
  } catch (cause) {
    if (FILE_ERRORS.includes((cause as Partial<ImagesError>).code ?? 0)) return undefined
    throw new ServiceError('databaseConnectionFailed', { cause, retryAfter: 1 })
  }
}

/** Streams the parts without copying: a picture is 2 MB. */
const streamOf = (parts: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
