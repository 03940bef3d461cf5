import type { Pixels } from './picture-pixels.ts'

interface Component {
  id: number
  across: number
  down: number
  quantizer: number
  /** Blocks on a line of the plane, and lines, both padded to whole units of interleaved scans. */
  width: number
  height: number
  /** The constant term of each block: eight times the block's mean, quantized. */
  means: Int32Array
  predicted: number
  dc: Table | undefined
  ac: Table | undefined
}

interface Frame {
  isProgressive: boolean
  width: number
  height: number
  across: number
  down: number
  components: Component[]
}

/** A Huffman table by code length: the first code, how many, and where their values begin. */
interface Table {
  first: Int32Array
  count: Uint8Array
  start: Int32Array
  values: Uint8Array
}

const SOI_TO_SEGMENTS = 2

/**
 * A JPEG at an eighth of its size: of each block of 8 × 8 only the mean is read, and the rest is skipped over. Memory
 * is that of the small picture.
 * @returns `undefined` for what is broken or of another kind than baseline or progressive grey and YCbCr
 */
export function reduceJpeg(bytes: Uint8Array): Pixels | undefined {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function read(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const quantizers: number[] = []
  const tables: { dc: Table[]; ac: Table[] } = { dc: [], ac: [] }
  let frame: Frame | undefined
  let interval = 0
  for (let at = SOI_TO_SEGMENTS; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return frame && picture(frame, quantizers)
    const end = at + 2 + view.getUint16(at + 2)
    const body = new DataView(bytes.buffer, bytes.byteOffset + at + 4, end - at - 4)
    if (marker === 0xdb) readQuantizers(body, quantizers)
    else if (marker === 0xc4) readTables(body, tables)
    else if (marker === 0xdd) interval = body.getUint16(0)
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2)
      frame = frameOf(body, marker === 0xc2)
    else if (marker === 0xee && isForeignColour(body)) return undefined
    at = end
    if (marker === 0xda) {
      if (!frame) return undefined
      at = readScan(bytes, at, body, frame, tables, interval)
    }
  }
}

/** Adobe's segment says that the three components are not YCbCr. */
function isForeignColour(body: DataView): boolean {
  return body.byteLength >= 12 && body.getUint32(0) === 0x41646f62 && body.getUint8(11) !== 1
}

function readQuantizers(body: DataView, quantizers: number[]): void {
  for (let at = 0; at < body.byteLength;) {
    const kind = body.getUint8(at)
    const isWide = kind >> 4 !== 0
    quantizers[kind & 15] = isWide ? body.getUint16(at + 1) : body.getUint8(at + 1)
    at += isWide ? 129 : 65
  }
}

function readTables(body: DataView, tables: { dc: Table[]; ac: Table[] }): void {
  for (let at = 0; at < body.byteLength;) {
    const kind = body.getUint8(at)
    const table: Table = {
      first: new Int32Array(17),
      count: new Uint8Array(17),
      start: new Int32Array(17),
      values: new Uint8Array(),
    }
    let code = 0
    let total = 0
    for (let length = 1; length <= 16; length++) {
      table.first[length] = code
      table.start[length] = total
      table.count[length] = body.getUint8(at + length)
      code = (code + table.count[length]!) << 1
      total += table.count[length]!
    }
    table.values = new Uint8Array(body.buffer, body.byteOffset + at + 17, total)
    tables[kind >> 4 ? 'ac' : 'dc'][kind & 15] = table
    at += 17 + total
  }
}

function frameOf(body: DataView, isProgressive: boolean): Frame | undefined {
  const [height, width, count] = [body.getUint16(1), body.getUint16(3), body.getUint8(5)]
  if (body.getUint8(0) !== 8 || (count !== 1 && count !== 3)) return undefined
  const read = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 3
    const factors = body.getUint8(at + 1)
    // A single component has nothing to be interleaved with.
    const [across, down] = count === 1 ? [1, 1] : [factors >> 4, factors & 15]
    return { id: body.getUint8(at), across, down, quantizer: body.getUint8(at + 2) }
  })
  if (read.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    return undefined
  const across = Math.max(...read.map((one) => one.across))
  const down = Math.max(...read.map((one) => one.down))
  const components = read.map((one): Component => {
    const blocksAcross = Math.ceil(width / (8 * across)) * one.across
    const blocksDown = Math.ceil(height / (8 * down)) * one.down
    const means = new Int32Array(blocksAcross * blocksDown)
    return {
      ...one,
      width: blocksAcross,
      height: blocksDown,
      means,
      predicted: 0,
      dc: undefined,
      ac: undefined,
    }
  })
  return { isProgressive, width, height, across, down, components }
}

/** Reads the means out of one scan. @returns where the next marker is */
function readScan(
  bytes: Uint8Array,
  start: number,
  body: DataView,
  frame: Frame,
  tables: { dc: Table[]; ac: Table[] },
  interval: number,
): number {
  const count = body.getUint8(0)
  const parts = Array.from({ length: count }, (_, index) => {
    const part = frame.components.find(({ id }) => id === body.getUint8(1 + index * 2))
    if (!part) throw new RangeError('a component that is none')
    const kinds = body.getUint8(2 + index * 2)
    part.dc = tables.dc[kinds >> 4]
    part.ac = tables.ac[kinds & 15]
    part.predicted = 0
    return part
  })
  const from = body.getUint8(1 + count * 2)
  const precision = body.getUint8(3 + count * 2)
  if (from > 0) return nextMarker(bytes, start)
  const bits = new Bits(bytes, start)
  const block = (part: Component, at: number) => {
    if (!frame.isProgressive) {
      part.means[at] = bits.mean(part)
      bits.skipBlock(part.ac)
    } else if (precision >> 4 === 0) part.means[at] = bits.mean(part) << (precision & 15)
    else if (bits.bit()) part.means[at]! |= 1 << (precision & 15)
  }
  const [only] = parts
  const isAlone = count === 1 && only !== undefined
  const unitsAcross = isAlone
    ? Math.ceil(Math.ceil((frame.width * only.across) / frame.across) / 8)
    : Math.ceil(frame.width / (8 * frame.across))
  const unitsDown = isAlone
    ? Math.ceil(Math.ceil((frame.height * only.down) / frame.down) / 8)
    : Math.ceil(frame.height / (8 * frame.down))
  for (let unit = 0; unit < unitsAcross * unitsDown; unit++) {
    if (interval > 0 && unit > 0 && unit % interval === 0) {
      bits.restart()
      for (const part of parts) part.predicted = 0
    }
    const [x, y] = [unit % unitsAcross, Math.floor(unit / unitsAcross)]
    if (isAlone) block(only, y * only.width + x)
    else
      for (const part of parts)
        for (let row = 0; row < part.down; row++)
          for (let column = 0; column < part.across; column++)
            block(part, (y * part.down + row) * part.width + x * part.across + column)
  }
  return nextMarker(bytes, bits.at)
}

/** The next marker that is neither stuffing nor a restart. */
function nextMarker(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    const code = bytes[at + 1]!
    if (bytes[at] === 0xff && code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at
  }
  throw new RangeError('the file breaks off')
}

/** The bits of a scan; throws `RangeError` where they end. */
class Bits {
  #byte = 0
  #left = 0

  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  bit(): number {
    if (this.#left === 0) {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw new RangeError('the scan breaks off')
      if (byte === 0xff && this.bytes[this.at + 1] !== 0) throw new RangeError('a marker in a scan')
      this.at += byte === 0xff ? 2 : 1
      this.#byte = byte
      this.#left = 8
    }
    this.#left--
    return (this.#byte >> this.#left) & 1
  }

  restart(): void {
    this.#left = 0
    const code = this.bytes[this.at + 1] ?? 0
    if (this.bytes[this.at] !== 0xff || code < 0xd0 || code > 0xd7)
      throw new RangeError('no restart')
    this.at += 2
  }

  /** The mean of the component's next block. */
  mean(part: Component): number {
    const length = this.#value(part.dc)
    let difference = 0
    for (let index = 0; index < length; index++) difference = (difference << 1) | this.bit()
    if (length > 0 && difference < 1 << (length - 1)) difference -= (1 << length) - 1
    part.predicted += difference
    return part.predicted
  }

  /** Passes over what a block holds beside its mean. */
  skipBlock(ac: Table | undefined): void {
    for (let index = 1; index < 64; index++) {
      const value = this.#value(ac)
      const length = value & 15
      if (length === 0 && value >> 4 < 15) return
      index += value >> 4
      for (let bit = 0; bit < length; bit++) this.bit()
    }
  }

  #value(table: Table | undefined): number {
    if (!table) throw new RangeError('no such table')
    for (let length = 1, code = 0; length <= 16; length++) {
      code = (code << 1) | this.bit()
      const index = code - table.first[length]!
      if (index >= 0 && index < table.count[length]!)
        return table.values[table.start[length]! + index]!
    }
    throw new RangeError('no such code')
  }
}

function picture(frame: Frame, quantizers: number[]): Pixels {
  const [width, height] = [Math.ceil(frame.width / 8), Math.ceil(frame.height / 8)]
  const data = new Uint8ClampedArray(width * height * 4)
  const [light, blue, red] = frame.components
  const level = (part: Component, x: number, y: number): number => {
    const column = Math.floor((x * part.across) / frame.across)
    const row = Math.floor((y * part.down) / frame.down)
    return (part.means[row * part.width + column]! * (quantizers[part.quantizer] ?? 1)) / 8
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const grey = level(light!, x, y) + 128
      const [cb, cr] = blue && red ? [level(blue, x, y), level(red, x, y)] : [0, 0]
      data[at] = grey + 1.402 * cr
      data[at + 1] = grey - 0.344136 * cb - 0.714136 * cr
      data[at + 2] = grey + 1.772 * cb
      data[at + 3] = 255
    }
  return { data: new Uint8Array(data.buffer), width, height }
}
