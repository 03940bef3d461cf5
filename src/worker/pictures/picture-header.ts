type PictureFormat = 'jpeg' | 'png'

/** What a picture's header says; width and height in pixels as stored, before it is turned upright. */
export interface PictureHeader {
  format: PictureFormat
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const IHDR = 0x49484452

/** Reads a JPEG's or PNG's header without decoding anything; `undefined` when it is neither. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) ? png(view) : jpeg(view)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function png(view: DataView): PictureHeader | undefined {
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return undefined
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return width > 0 && height > 0 ? { format: 'png', width, height, orientation: 1 } : undefined
}

/** Markers that begin a frame: C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const APP1 = 0xe1
const START_OF_SCAN = 0xda

function jpeg(view: DataView): PictureHeader | undefined {
  if (view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return undefined
  let size: { width: number; height: number } | undefined
  let orientation = 1
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === START_OF_SCAN) break
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    if (isFrame(marker)) {
      // A second frame could be a larger one than the first.
      if (size) return undefined
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    if (marker === APP1) orientation = exifOrientation(view, at + 4, length - 2) ?? orientation
    at += 2 + length
  }
  return size && size.width > 0 && size.height > 0
    ? { format: 'jpeg', ...size, orientation }
    : undefined
}

const EXIF = 0x45786966
const ORIENTATION_TAG = 0x0112

/** The orientation in an APP1 segment; nothing when it is not EXIF or does not say. */
function exifOrientation(view: DataView, start: number, length: number): number | undefined {
  if (length < 14 || view.getUint32(start) !== EXIF) return undefined
  const tiff = new DataView(view.buffer, view.byteOffset + start + 6, length - 6)
  try {
    const isLittle = tiff.getUint16(0) === 0x4949
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
