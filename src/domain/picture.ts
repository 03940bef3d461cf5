/** Profile pictures, in the browser and in the worker. */

/** Longest side of a stored picture, pixels. */
const PICTURE_SIDE = 512

/** Whether every pixel of RGBA data is opaque. */
export function isOpaque(data: Uint8Array | Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** The size scaled down until its longer side is at most `PICTURE_SIDE`; never enlarged, at least one pixel. */
export function pictureSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** Size of the largest picture that is accepted, in bytes once decoded from base64. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024
/** Longest side of the largest picture that is accepted, pixels. */
export const MAX_PICTURE_SIDE = 2048
/** The picture in base64 with room for the rest of the JSON. */
export const PICTURE_BODY_LIMIT = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1024
