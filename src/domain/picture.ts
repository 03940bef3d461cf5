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
