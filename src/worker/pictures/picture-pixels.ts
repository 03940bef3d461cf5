/** RGBA, four bytes a pixel, row by row. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Where the pixel of the upright picture stands in the stored one, by EXIF orientation. */
const sources: Record<number, (x: number, y: number, w: number, h: number) => [number, number]> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
}

/** The picture as it was meant to be seen. */
export function upright(pixels: Pixels, orientation: number): Pixels {
  const source = sources[orientation]
  if (!source) return pixels
  const isTurned = orientation >= 5
  const width = isTurned ? pixels.height : pixels.width
  const height = isTurned ? pixels.width : pixels.height
  const from = new Uint32Array(pixels.data.slice().buffer)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sourceX, sourceY] = source(x, y, pixels.width, pixels.height)
      to[y * width + x] = from[sourceY * pixels.width + sourceX]!
    }
  }
  return { data: new Uint8Array(to.buffer), width, height }
}
