import { pictureSize } from '../../domain/picture.ts'
import type { PictureHeader } from './picture-header.ts'
import type { Pixels } from './picture-pixels.ts'

/** Samples of a pixel by colour type: grey, RGB, palette, grey with alpha, RGBA. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Adam7: where each pass begins and how far apart its pixels stand. */
const interlaced = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const whole = [[0, 0, 1, 1]] as const

/** How long other requests wait before they find a turn, milliseconds. */
const PATIENCE = 40

interface Chunks {
  palette: Uint8Array
  transparency: Uint8Array
  data: Uint8Array<ArrayBuffer>[]
}

/**
 * A PNG scaled down while it is unpacked, row by row: whatever its size, no more than a few rows of it are in memory,
 * and other requests find their turn in between.
 * @returns `undefined` when it is not whole
 */
export async function reducePng(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: PictureHeader,
): Promise<Pixels | undefined> {
  const [depth = 0, type = 0, , , isInterlaced] = bytes.subarray(24)
  const samples = channels[type]
  const chunks = chunksOf(bytes)
  if (!samples || !chunks) return undefined
  const size = pictureSize(width, height)
  const sums = new Float64Array(size.width * size.height * 4)
  const counts = new Uint32Array(size.width * size.height)
  const pixel = pixelReader(type, depth, chunks)
  const bytesApart = Math.max(1, (samples * depth) >> 3)
  const rows = rowsOf(chunks.data)
  const columns = Uint32Array.from({ length: width }, (_, x) =>
    Math.floor((x * size.width) / width),
  )
  const plain = depth === 8 && (type === 6 || (type === 2 && chunks.transparency.length === 0))
  let waitingSince = Date.now()
  try {
    for (const [x0, y0, dx, dy] of isInterlaced ? interlaced : whole) {
      const across = Math.ceil((width - x0) / dx)
      const rowBytes = Math.ceil((across * samples * depth) / 8)
      if (across <= 0) continue
      let above = new Uint8Array(rowBytes)
      for (let y = y0; y < height; y += dy) {
        const row = await rows.read(rowBytes + 1)
        if (!row || !unfilter(row, above, bytesApart)) return undefined
        above = row.subarray(1)
        const line = Math.floor((y * size.height) / height) * size.width
        if (plain) addPlain(above, samples, columns, line, x0, dx, sums, counts)
        else
          for (let index = 0, x = x0; index < across; index++, x += dx) {
            const cell = line + columns[x]!
            pixel(above, index, sums, cell * 4)
            counts[cell]!++
          }
        if (Date.now() - waitingSince > PATIENCE) {
          await scheduler.wait(0)
          waitingSince = Date.now()
        }
      }
    }
  } finally {
    await rows.end()
  }
  return { data: averages(sums, counts), ...size }
}

/** Adds a row of RGB or RGBA with a byte for each, which most pictures are. */
function addPlain(
  row: Uint8Array,
  samples: number,
  columns: Uint32Array,
  line: number,
  x0: number,
  dx: number,
  sums: Float64Array,
  counts: Uint32Array,
): void {
  const { length } = columns
  for (let x = x0, from = 0; x < length; x += dx, from += samples) {
    const cell = line + columns[x]!
    const alpha = samples === 4 ? row[from + 3]! : 255
    const at = cell * 4
    sums[at]! += row[from]! * alpha
    sums[at + 1]! += row[from + 1]! * alpha
    sums[at + 2]! += row[from + 2]! * alpha
    sums[at + 3]! += alpha
    counts[cell]!++
  }
}

function chunksOf(bytes: Uint8Array<ArrayBuffer>): Chunks | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Chunks = { palette: new Uint8Array(), transparency: new Uint8Array(), data: [] }
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return undefined
    const body = bytes.subarray(at + 8, end - 4)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'PLTE') found.palette = body
    if (name === 'tRNS') found.transparency = body
    if (name === 'IDAT') found.data.push(body)
    if (name === 'IEND') return found
    at = end
  }
  return undefined
}

/** Reads rows of given lengths out of the packed data; `undefined` where it ends or breaks. */
function rowsOf(data: Uint8Array<ArrayBuffer>[]) {
  const unpacked = new Blob(data).stream().pipeThrough(new DecompressionStream('deflate'))
  const reader = unpacked.getReader()
  let part = new Uint8Array()
  let at = 0
  return {
    async read(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const row = new Uint8Array(length)
      for (let filled = 0; filled < length;) {
        if (at === part.length) {
          const next = await reader.read().catch(() => undefined)
          if (!next?.value) return undefined
          part = next.value
          at = 0
        }
        const taken = part.subarray(at, at + length - filled)
        row.set(taken, filled)
        filled += taken.length
        at += taken.length
      }
      return row
    },
    end: () => reader.cancel().catch(() => undefined),
  }
}

/** Undoes the filter that the row's first byte names; false when there is no such filter. */
function unfilter(row: Uint8Array, above: Uint8Array, apart: number): boolean {
  const filter = row[0]!
  const line = row.subarray(1)
  const { length } = line
  if (filter === 1) for (let at = apart; at < length; at++) line[at]! += line[at - apart]!
  else if (filter === 2) for (let at = 0; at < length; at++) line[at]! += above[at]!
  else if (filter === 3)
    for (let at = 0; at < length; at++)
      line[at]! += ((at < apart ? 0 : line[at - apart]!) + above[at]!) >> 1
  else if (filter === 4)
    for (let at = 0; at < length; at++)
      line[at]! +=
        at < apart ? above[at]! : nearest(line[at - apart]!, above[at]!, above[at - apart]!)
  return filter <= 4
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const a = Math.abs(up - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(left + up - 2 * corner)
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** Adds a row's pixel to sums of colour times alpha, and of alpha. */
function pixelReader(type: number, depth: number, { palette, transparency }: Chunks) {
  const most = 2 ** Math.min(depth, 8) - 1
  /** A sample as it is compared with `tRNS`, 16 bits at most. */
  const sample = (row: Uint8Array, index: number): number => {
    if (depth === 16) return (row[index * 2]! << 8) | row[index * 2 + 1]!
    if (depth === 8) return row[index]!
    const bit = index * depth
    return (row[bit >> 3]! >> (8 - depth - (bit & 7))) & most
  }
  const shade = (value: number) =>
    depth === 16 ? value >> 8 : depth === 8 ? value : (value * 255) / most
  const clear = [0, 2, 4].map((at) => (transparency[at]! << 8) | transparency[at + 1]!)
  return (row: Uint8Array, index: number, sums: Float64Array, at: number): void => {
    let [r, g, b, a] = [0, 0, 0, 255]
    if (type === 3) {
      const entry = sample(row, index)
      r = palette[entry * 3] ?? 0
      g = palette[entry * 3 + 1] ?? 0
      b = palette[entry * 3 + 2] ?? 0
      a = transparency[entry] ?? 255
    } else if (type === 2 || type === 6) {
      const first = index * (type === 2 ? 3 : 4)
      const [red, green, blue] = [
        sample(row, first),
        sample(row, first + 1),
        sample(row, first + 2),
      ]
      r = shade(red)
      g = shade(green)
      b = shade(blue)
      if (type === 6) a = shade(sample(row, first + 3))
      else if (
        transparency.length >= 6 &&
        red === clear[0] &&
        green === clear[1] &&
        blue === clear[2]
      )
        a = 0
    } else {
      const grey = sample(row, type === 4 ? index * 2 : index)
      r = g = b = shade(grey)
      if (type === 4) a = shade(sample(row, index * 2 + 1))
      else if (transparency.length >= 2 && grey === clear[0]) a = 0
    }
    sums[at]! += r * a
    sums[at + 1]! += g * a
    sums[at + 2]! += b * a
    sums[at + 3]! += a
  }
}

function averages(sums: Float64Array, counts: Uint32Array): Uint8Array {
  const data = new Uint8Array(sums.length)
  for (let cell = 0; cell < counts.length; cell++) {
    const at = cell * 4
    const alpha = sums[at + 3]!
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = alpha === 0 ? 0 : Math.round(sums[at + channel]! / alpha)
    data[at + 3] = Math.round(alpha / counts[cell]!)
  }
  return data
}
