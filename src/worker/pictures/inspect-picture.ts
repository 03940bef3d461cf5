import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'

/** Validated structure; the compressed data has not been decoded. */
export interface InspectedPicture {
  format: 'jpeg' | 'png'
  /** Pixels before the EXIF orientation is applied. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
  hasAlpha: boolean
  /** The file without metadata, except the orientation. */
  parts: Uint8Array<ArrayBuffer>[]
}

/**
 * Validates a JPEG's or PNG's structure without decoding it. Bounds everything that determines the decoder's work and
 * memory, in one pass over the segments or chunks.
 * @returns `undefined` when the file is neither, incomplete, or too expensive to decode
 */
export function inspectPicture(bytes: Uint8Array<ArrayBuffer>): InspectedPicture | undefined {
  try {
    return inspectPng(bytes) ?? inspectJpeg(bytes)
  } catch (error) {
    // A length or offset beyond the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
