import type { InspectedPicture } from './inspect-picture.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Encoders write 4 to 64 KiB of data per chunk: 2 MiB need far fewer. */
const MAX_CHUNKS = 1024
const CHUNK_OVERHEAD = 12

/** Allowed by the PNG specification for each colour type. */
const depths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const PALETTE = 3

interface PngHeader {
  width: number
  height: number
  depth: number
  colourType: number
}

/** @throws RangeError when the file ends early */
export function inspectPng(bytes: Uint8Array<ArrayBuffer>): InspectedPicture | undefined {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = [bytes.subarray(0, SIGNATURE.length)]
  const lengths: Record<string, number> = {}
  let header: PngHeader | undefined
  let previous = ''
  let offset = SIGNATURE.length
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const length = view.getUint32(offset)
    const name = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    const end = offset + CHUNK_OVERHEAD + length
    if (end > bytes.length) return undefined
    if (name === 'IHDR') header = header ? undefined : readHeader(view, offset + 8, length)
    if (!header || !isAllowed(name, previous, length, header, lengths)) return undefined
    if (name === 'IHDR' || name in rules) parts.push(bytes.subarray(offset, end))
    if (name === 'IEND') return describe(header, 'tRNS' in lengths, parts)
    lengths[name] = length
    previous = name
    offset = end
  }
  return undefined
}

function readHeader(view: DataView, offset: number, length: number): PngHeader | undefined {
  if (length !== 13) return undefined
  const [width, height] = [view.getUint32(offset), view.getUint32(offset + 4)]
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = new Uint8Array(
    view.buffer,
    view.byteOffset + offset + 8,
    5,
  )
  const isValid = width > 0 && height > 0 && depths[colourType]?.includes(depth) === true
  const isKnown = compression === 0 && filter === 0 && interlace <= 1
  return isValid && isKnown ? { width, height, depth, colourType } : undefined
}

/** `lengths` holds the last length of each chunk name so far. */
type ChunkRule = (
  length: number,
  header: PngHeader,
  lengths: Record<string, number>,
  previous: string,
) => boolean

/** Chunks that a decoder needs after the header; each rule checks order and length. */
const rules: Record<string, ChunkRule> = {
  PLTE: (length, { depth, colourType }, lengths) => {
    const most = colourType === PALETTE ? 2 ** depth : 256
    const isOnce = !('PLTE' in lengths || 'tRNS' in lengths || 'IDAT' in lengths)
    return isOnce && (colourType & 2) !== 0 && length > 0 && length % 3 === 0 && length / 3 <= most
  },
  tRNS: (length, { colourType }, lengths) => {
    if ('tRNS' in lengths || 'IDAT' in lengths) return false
    if (colourType === PALETTE) return length > 0 && length <= (lengths['PLTE'] ?? 0) / 3
    return (colourType === 0 && length === 2) || (colourType === 2 && length === 6)
  },
  IDAT: (_, { colourType }, lengths, previous) =>
    (previous === 'IDAT' || !('IDAT' in lengths)) && (colourType !== PALETTE || 'PLTE' in lengths),
  IEND: (length, _, lengths) => length === 0 && 'IDAT' in lengths,
}

/** A lower-case first letter marks an ancillary chunk; unknown ones are dropped. */
function isAllowed(
  name: string,
  previous: string,
  length: number,
  header: PngHeader,
  lengths: Record<string, number>,
): boolean {
  if (name === 'IHDR') return previous === ''
  return rules[name]?.(length, header, lengths, previous) ?? /^[a-z][A-Za-z]{3}$/.test(name)
}

function describe(
  { width, height, colourType }: PngHeader,
  hasTransparency: boolean,
  parts: Uint8Array<ArrayBuffer>[],
): InspectedPicture {
  const hasAlpha = colourType >= 4 || hasTransparency
  return { format: 'png', width, height, orientation: 1, hasAlpha, parts }
}
