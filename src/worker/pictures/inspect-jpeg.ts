import type { InspectedPicture } from './inspect-picture.ts'

const EXIF = 0x45786966
const ORIENTATION_TAG = 0x0112
const LITTLE_ENDIAN = 0x4949

/** Orientation in an APP1 payload; `undefined` without EXIF or orientation. */
function exifOrientation(view: DataView, start: number, length: number): number | undefined {
  if (length < 14 || view.getUint32(start) !== EXIF) return undefined
  const tiff = new DataView(view.buffer, view.byteOffset + start + 6, length - 6)
  try {
    const isLittle = tiff.getUint16(0) === LITTLE_ENDIAN
    const directory = tiff.getUint32(4, isLittle)
    const entries = tiff.getUint16(directory, isLittle)
    for (let index = 0; index < entries; index++) {
      const entry = directory + 2 + index * 12
      if (tiff.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue
      const value = tiff.getUint16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** Marker, length 34, "Exif"; big-endian TIFF, one directory with one entry, whose value is last. */
const EXIF_START = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12,
  0, 3, 0, 0, 0, 1, 0,
]

/** APP1 segment with only the EXIF orientation. */
function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...EXIF_START, orientation, 0, 0, 0, 0, 0, 0])
}

/** Progressive pictures have about 10 scans; optimizing encoders use a few more. */
const MAX_SCANS = 24
const MAX_SEGMENTS = 512

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP1 = 0xe1
/** Huffman-coded baseline, extended sequential and progressive frames. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const PROGRESSIVE = 0xc2
/** Quantization tables, Huffman tables, restart interval, Adobe's colour transform. */
const KEPT = [0xdb, 0xc4, 0xdd, 0xee]
/** JFIF to APP15, and comments. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

interface Frame {
  width: number
  height: number
  components: number
  isProgressive: boolean
}

/** @throws RangeError when the file ends early */
export function inspectJpeg(bytes: Uint8Array<ArrayBuffer>): InspectedPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint16(0) !== 0xff00 + SOI) return undefined
  const parts: Uint8Array<ArrayBuffer>[] = []
  let frame: Frame | undefined
  let orientation = 1
  let scans = 0
  let offset = 2
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    if (view.getUint8(offset) !== 0xff) return undefined
    while (view.getUint8(offset + 1) === 0xff) offset += 1
    const marker = view.getUint8(offset + 1)
    if (marker === EOI) return describe(bytes, frame, scans, orientation, parts)
    const length = view.getUint16(offset + 2)
    const start = offset
    offset += 2 + length
    if (length < 2 || offset > bytes.length) return undefined
    if (FRAMES.includes(marker)) {
      // A second frame could be larger than the first.
      if (frame) return undefined
      frame = readFrame(view, start, length)
      if (!frame) return undefined
    } else if (marker === SOS) {
      if (!frame || ++scans > (frame.isProgressive ? MAX_SCANS : frame.components)) return undefined
      offset = endOfScan(bytes, offset)
    } else if (marker === APP1) {
      orientation = exifOrientation(view, start + 4, length - 2) ?? orientation
    } else if (!KEPT.includes(marker) && !isMetadata(marker)) return undefined
    if (KEPT.includes(marker) || !isMetadata(marker)) parts.push(bytes.subarray(start, offset))
  }
  return undefined
}

function readFrame(view: DataView, start: number, length: number): Frame | undefined {
  const [height, width] = [view.getUint16(start + 5), view.getUint16(start + 7)]
  const components = view.getUint8(start + 9)
  const isProgressive = view.getUint8(start + 1) === PROGRESSIVE
  const is8Bit = view.getUint8(start + 4) === 8
  const isWhole = length === 8 + 3 * components && [1, 3, 4].includes(components)
  return is8Bit && isWhole && width > 0 && height > 0
    ? { width, height, components, isProgressive }
    : undefined
}

/** End of a scan: the next marker that is neither an escaped 0xFF nor a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset >= 0;) {
    const marker = bytes[offset + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && (marker & 0xf8) !== 0xd0) return offset
    offset = bytes.indexOf(0xff, offset + (marker === 0xff ? 1 : 2))
  }
  throw new RangeError('the scan does not end')
}

function describe(
  bytes: Uint8Array<ArrayBuffer>,
  frame: Frame | undefined,
  scans: number,
  orientation: number,
  parts: Uint8Array<ArrayBuffer>[],
): InspectedPicture | undefined {
  if (!frame || scans === 0) return undefined
  const { width, height } = frame
  return {
    format: 'jpeg',
    width,
    height,
    orientation,
    hasAlpha: false,
    parts: [
      bytes.subarray(0, 2),
      ...(orientation === 1 ? [] : [orientationSegment(orientation)]),
      ...parts,
      Uint8Array.of(0xff, EOI),
    ],
  }
}
