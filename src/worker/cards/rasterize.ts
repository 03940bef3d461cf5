/** `data` in thousandths of `size`; `x` and `y` in pixels. */
export interface Shape {
  /** SVG path data of `m`, `l`, `q`, `c` and `z`, or their capitals. */
  data: string
  x: number
  y: number
  /** Pixels per 1000 units. */
  size: number
}

const TOKENS = /[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g
const ARGUMENTS: Record<string, number> = { m: 2, l: 2, q: 4, c: 6, z: 0 }

/**
 * Antialiased scan conversion: coverage of each pixel, 0 to 255. Edges add signed areas to an accumulation buffer; a
 * prefix sum along each row gives the coverage.
 * @param areas buffer of `areasOf`, shared by layers of one size (3 MB for a card)
 */
export function rasterize(
  shapes: Shape[],
  width: number,
  height: number,
  areas = areasOf(width, height),
): Uint8Array {
  areas.fill(0)
  const crossed = new Uint8Array(height)
  for (const shape of shapes) trace(shape, edgesInto(areas, crossed, width))
  const coverage = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    if (!crossed[row]) continue
    let sum = 0
    for (let column = 0; column < width; column++) {
      sum += areas[row * (width + 2) + column]!
      coverage[row * width + column] = Math.min(255, Math.abs(sum) * 255 + 0.5)
    }
  }
  return coverage
}

export const areasOf = (width: number, height: number) => new Float32Array((width + 2) * height)

type Line = (x0: number, y0: number, x1: number, y1: number) => void

function trace({ data, x: left, y: top, size }: Shape, line: Line): void {
  const scale = size / 1000
  const draw: Line = (x0, y0, x1, y1) =>
    line(left + x0 * scale, top + y0 * scale, left + x1 * scale, top + y1 * scale)
  const tokens = data.match(TOKENS) ?? []
  let command = ''
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (let at = 0; at < tokens.length;) {
    if (/[a-zA-Z]/.test(tokens[at]!)) command = tokens[at++]!
    const kind = command.toLowerCase()
    const count = ARGUMENTS[kind]
    if (count === undefined) throw new SyntaxError(`no outline: ${command}`)
    const isRelative = command === kind
    const points = tokens
      .slice(at, at + count)
      .map((token, index) => Number(token) + (isRelative ? (index % 2 ? y : x) : 0))
    at += count
    const [endX, endY] = kind === 'z' ? [startX, startY] : (points.slice(-2) as [number, number])
    if (kind === 'm') [startX, startY] = [endX, endY]
    else curve(kind === 'z' ? [x, y, endX, endY] : [x, y, ...points], scale, draw)
    ;[x, y] = [endX, endY]
  }
}

/** Flattens a line or Bézier curve; its length in pixels determines the number of segments. */
function curve(all: number[], scale: number, draw: Line): void {
  let [x, y] = all as [number, number]
  let length = 0
  for (let at = 2; at < all.length; at += 2)
    length += Math.abs(all[at]! - all[at - 2]!) + Math.abs(all[at + 1]! - all[at - 1]!)
  const steps = all.length === 4 ? 1 : Math.min(24, 2 + Math.ceil((length * scale) / 5))
  for (let step = 1; step <= steps; step++) {
    const [toX, toY] = pointOn(all, step / steps)
    draw(x, y, toX, toY)
    ;[x, y] = [toX, toY]
  }
}

/** De Casteljau's algorithm. */
function pointOn(points: number[], part: number): [number, number] {
  let rest = points
  while (rest.length > 2)
    rest = rest.slice(2).map((value, at) => rest[at]! + (value - rest[at]!) * part)
  return rest as [number, number]
}

/** Adds edges to the accumulation buffer and marks the rows they cross. */
function edgesInto(areas: Float32Array, crossed: Uint8Array, width: number): Line {
  const stride = width + 2
  return (x0, y0, x1, y1) => {
    if (y0 === y1) return
    const direction = y0 < y1 ? 1 : -1
    const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
    const slope = (bottomX - topX) / (bottomY - topY)
    for (let row = Math.floor(topY); row < bottomY; row++) {
      const from = Math.max(row, topY)
      const to = Math.min(row + 1, bottomY)
      if (to <= from) continue
      crossed[row] = 1
      const enter = topX + (from - topY) * slope
      const leave = topX + (to - topY) * slope
      spread(
        areas,
        row * stride,
        Math.min(enter, leave),
        Math.max(enter, leave),
        (to - from) * direction,
      )
    }
  }
}

/** Distributes an edge's height within one row by the area to its right in each pixel. */
function spread(areas: Float32Array, row: number, left: number, right: number, height: number) {
  const first = Math.floor(left)
  if (right <= first + 1) {
    const inside = (left + right) / 2 - first
    areas[row + first]! += height * (1 - inside)
    areas[row + first + 1]! += height * inside
    return
  }
  const perPixel = height / (right - left)
  let before = 0
  for (let column = first; column < right; column++) {
    const from = Math.max(left, column)
    const to = Math.min(right, column + 1)
    // Area right of the edge in this pixel: the part crossed here and all crossed before.
    const crossed = (from - left) * perPixel
    const here = (to - from) * perPixel
    const area = crossed + here * (1 - ((from + to) / 2 - column))
    areas[row + column]! += area - before
    before = area
  }
  areas[row + Math.ceil(right)]! += height - before
}
