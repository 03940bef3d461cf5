import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'

/** A picture whose structure has been validated; its compressed data has not been decoded. */
export interface InspectedPicture {
  format: 'jpeg' | 'png'
  /** Pixels as stored, before the EXIF orientation is applied. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
  hasAlpha: boolean
  /** The file without metadata: only what a decoder needs, and the orientation. */
  parts: Uint8Array<ArrayBuffer>[]
}

/**
 * Validates the structure of a JPEG or PNG without decoding it: everything that decides how much work and memory the
 * decoder needs is bounded here, in one pass over the segments or chunks.
 * @returns `undefined` when the file is neither, or not whole, or asks for more work than any real picture does
 */
export function inspectPicture(bytes: Uint8Array<ArrayBuffer>): InspectedPicture | undefined {
  try {
    return inspectPng(bytes) ?? inspectJpeg(bytes)
  } catch (error) {
    // A length or an offset that points beyond the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
