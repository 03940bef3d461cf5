const EXIF = 0x45786966
const ORIENTATION_TAG = 0x0112
const LITTLE_ENDIAN = 0x4949

/** The orientation in the payload of an APP1 segment; `undefined` when it is not EXIF or has none. */
export function exifOrientation(view: DataView, start: number, length: number): number | undefined {
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

/** Marker, length 34, "Exif"; a big-endian TIFF with one directory of one entry, whose value comes last. */
const EXIF_START = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12,
  0, 3, 0, 0, 0, 1, 0,
]

/** An APP1 segment whose EXIF holds the orientation and nothing else. */
export function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...EXIF_START, orientation, 0, 0, 0, 0, 0, 0])
}
