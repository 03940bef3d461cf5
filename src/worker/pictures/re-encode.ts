import { MAX_PICTURE_SIDE, PICTURE_SIDE } from '../../domain/picture.ts'
import { ServiceError } from '../http/service.ts'
import type { StoredPicture } from './storage.ts'

/** Header with the sides, as Latin-1. A JPEG can have several: of its preview, and forged ones. */
const SIZES = {
  jpeg: /(?=\xff[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]\0.[\x08\x0c](?<height>..)(?<width>..))/gs,
  png: /(?<=^\x89PNG\r\n\x1a\n.{4}IHDR)\0\0(?<width>..)\0\0(?<height>..)/gs,
} as const
const JPEG_START = '\xff\xd8\xff'
const START_OF_SCAN = '\xff\xda'
/** A progressive JPEG has about 10 scans, and each is a pass over all pixels. */
const MAX_SCANS = 64
const JPEG_QUALITY = 85
/** Cloudflare's codes: image too large, missing, of an unsupported format, or undecodable. */
const FILE_ERRORS = [9402, 9412, 9413, 9520, 9523]

/**
 * Re-encodes a picture upright, at most 512 pixels on the longer side. Cloudflare Images does the work outside the
 * isolate; of the metadata it may leave a copyright notice.
 * @returns `undefined` when the bytes are no picture of this format
 * @throws ServiceError requestTooLarge; databaseConnectionFailed while Images does not respond
 */
export async function reEncode(
  { IMAGES }: Pick<Env, 'IMAGES'>,
  bytes: Uint8Array<ArrayBuffer>,
  format: StoredPicture['format'],
): Promise<StoredPicture | undefined> {
  const file = Buffer.from(bytes).toString('latin1')
  const isJpeg = format === 'jpeg'
  if (isJpeg && !file.startsWith(JPEG_START)) return undefined
  if (isJpeg && file.split(START_OF_SCAN).length - 1 > MAX_SCANS) return undefined
  const sides = Array.from(file.matchAll(SIZES[format]), ({ groups = {} }) =>
    Object.values(groups).map((side) => side.charCodeAt(0) * 256 + side.charCodeAt(1)),
  ).flat()
  if (sides.length === 0) return undefined
  if (sides.some((side) => side > MAX_PICTURE_SIDE)) throw new ServiceError('requestTooLarge')
  try {
    const result = await IMAGES.input(new Blob([bytes]).stream())
      .transform({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'scale-down' })
      .output({ format: `image/${format}`, quality: JPEG_QUALITY, anim: false })
    return { bytes: new Uint8Array(await new Response(result.image()).arrayBuffer()), format }
  } catch (cause) {
    if (FILE_ERRORS.includes((cause as Partial<ImagesError>).code ?? 0)) return undefined
    throw new ServiceError('databaseConnectionFailed', { cause, retryAfter: 1 })
  }
}
