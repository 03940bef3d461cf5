import { MAX_PICTURE_SIDE, PICTURE_SIDE } from '../../domain/picture.ts'
import { ServiceError } from '../http/service.ts'
import type { StoredPicture } from './storage.ts'

/** What a file begins with, as Latin-1. */
const SIGNATURES = { jpeg: '\xff\xd8\xff', png: '\x89PNG\r\n\x1a\n' } as const
const START_OF_SCAN = '\xff\xda'
/** A progressive JPEG has about 10 scans, and each is a pass over all pixels. */
const MAX_SCANS = 64
const JPEG_QUALITY = 85
/** Cloudflare's codes: image too large, missing, of an unsupported format, or undecodable. */
const FILE_ERRORS = [9402, 9412, 9413, 9520, 9523]

/**
 * Re-encodes a picture upright, at most 512 pixels on the longer side, without metadata. Cloudflare Images does the
 * work outside the isolate, and reads the size before it decodes.
 * @returns `undefined` when the bytes are no picture of this format
 * @throws ServiceError requestTooLarge; databaseConnectionFailed while Images does not respond
 */
export async function reEncode(
  { IMAGES }: Pick<Env, 'IMAGES'>,
  bytes: Uint8Array,
  format: StoredPicture['format'],
): Promise<StoredPicture | undefined> {
  const file = Buffer.from(bytes).toString('latin1')
  const isExpensive = format === 'jpeg' && file.split(START_OF_SCAN).length - 1 > MAX_SCANS
  if (!file.startsWith(SIGNATURES[format]) || isExpensive) return undefined
  const info = await readable(() => IMAGES.info(streamOf(bytes)))
  if (!info || !('width' in info)) return undefined
  if (Math.max(info.width, info.height) > MAX_PICTURE_SIDE)
    throw new ServiceError('requestTooLarge')
  return readable(async () => {
    const result = await IMAGES.input(streamOf(bytes))
      .transform({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'scale-down' })
      .output({ format: `image/${format}`, quality: JPEG_QUALITY, anim: false })
    return { bytes: new Uint8Array(await new Response(result.image()).arrayBuffer()), format }
  })
}

/** @returns `undefined` when Images cannot read the file @throws ServiceError databaseConnectionFailed */
async function readable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (cause) {
    if (FILE_ERRORS.includes((cause as Partial<ImagesError>).code ?? 0)) return undefined
    throw new ServiceError('databaseConnectionFailed', { cause, retryAfter: 1 })
  }
}

const streamOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
