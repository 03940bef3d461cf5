/** Profile pictures, on both sides of the sending. */

/** Longest side of a stored picture, pixels. */
const PICTURE_SIDE = 512

/** Whether no pixel of RGBA data lets anything shine through. */
export function isOpaque(data: Uint8Array | Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** The size with its longer side at most `PICTURE_SIDE`; never enlarged, never nothing. */
export function pictureSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
