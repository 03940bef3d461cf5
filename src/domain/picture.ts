/** Pixels. */
export const PICTURE_SIDE = 512

/** Whether all RGBA pixels are opaque. */
export function isOpaque(data: Uint8Array | Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** Scales down to a longer side of `PICTURE_SIDE`; never enlarges, at least one pixel. */
export function pictureSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** Bytes after base64 decoding. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024
/** Pixels. */
export const MAX_PICTURE_SIDE = 2048
/** Base64, with room for the rest of the JSON. */
export const PICTURE_BODY_LIMIT = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1024
