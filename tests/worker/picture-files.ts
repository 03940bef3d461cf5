import { PhotonImage } from '@cf-wasm/photon/node'
import { crc32, deflateSync } from 'node:zlib'

/** Pictures made by code, so that everything in them is known. */

const bytes = (...parts: (Uint8Array | number[] | string)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

export const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64')

/** A picture whose four quarters are red, green (top), blue and `last` (bottom). */
function quarters(width: number, height: number, last = [255, 255, 255, 255]): Uint8Array {
  const colours = [[200, 0, 0, 255], [0, 200, 0, 255], [0, 0, 200, 255], last]
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(colours[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)]!, (y * width + x) * 4)
  return data
}

export function jpeg(width: number, height: number): Buffer {
  const image = new PhotonImage(quarters(width, height), width, height)
  return Buffer.from(image.get_bytes_jpeg(90))
}

/** `shine` makes the last quarter half transparent. */
export function png(width: number, height: number, shine = false): Buffer {
  const data = quarters(width, height, shine ? [255, 255, 255, 128] : undefined)
  return Buffer.from(new PhotonImage(data, width, height).get_bytes())
}

const u16 = (value: number) => [value >> 8, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]

/** EXIF as a phone writes it: its name, the orientation, and where the photo was taken. */
function exif(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number[]) =>
    bytes(u16(tag), u16(type), u32(count), value)
  const make = 'SecretPhone 9\0'
  const gps = 8 + 2 + 3 * 12 + 4
  const afterGps = gps + 2 + 4 * 12 + 4
  const degrees = (d: number, m: number, s: number) =>
    bytes(u32(d), u32(1), u32(m), u32(1), u32(s), u32(1))
  return bytes(
    'Exif\0\0MM\0\x2a',
    u32(8),
    u16(3),
    entry(0x010f, 2, make.length, u32(afterGps)),
    entry(0x0112, 3, 1, [...u16(orientation), 0, 0]),
    entry(0x8825, 4, 1, u32(gps)),
    u32(0),
    u16(4),
    entry(1, 2, 2, [0x4e, 0, 0, 0]),
    entry(2, 5, 3, u32(afterGps + make.length)),
    entry(3, 2, 2, [0x45, 0, 0, 0]),
    entry(4, 5, 3, u32(afterGps + make.length + 24)),
    u32(0),
    make,
    degrees(35, 39, 31),
    degrees(139, 44, 40),
  )
}

/** A photo as it comes from a phone held upright: stored lying, to be turned, with its place and a comment. */
export function phonePhoto(width: number, height: number, orientation: number): Buffer {
  const photo = jpeg(width, height)
  const app1 = exif(orientation)
  const comment = 'shot at home, 1-2-3 Hidden Street'
  return bytes(
    photo.subarray(0, 2),
    [0xff, 0xe1, ...u16(app1.length + 2)],
    app1,
    [0xff, 0xfe, ...u16(comment.length + 2)],
    comment,
    photo.subarray(2),
  )
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = bytes(type, data)
  return bytes(u32(data.length), body, u32(crc32(body)))
}

/** Few bytes, many pixels: rows of one colour. */
export function hugePng(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', bytes(u32(width), u32(height), [8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', bytes()),
  )
}

/** A GIF by its first bytes and a page that runs a script by the others. */
export const gifPage = bytes(
  'GIF89a/*',
  [1, 0, 1, 0, 0x80, 0, 0],
  '*/=1;</script><script>alert(1)</script>',
)
/** A JPEG by its first bytes and a page by the others. */
export const jpegPage = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 16],
  'JFIF\0<html><script>alert(1)</script>',
)
export const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')

export interface Decoded {
  width: number
  height: number
  /** The colour in the middle of a quarter, named by its strongest channel; `white`, or `clear` where it shines through. */
  quarters: string[]
}

/** What somebody sees who opens the file. */
export function decode(file: Uint8Array): Decoded {
  const image = PhotonImage.new_from_byteslice(new Uint8Array(file))
  const [width, height] = [image.get_width(), image.get_height()]
  const data = image.get_raw_pixels()
  const at = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0, a = 0] = data.slice((y * width + x) * 4)
    if (a < 250) return 'clear'
    if (Math.min(r, g, b) > 200) return 'white'
    return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
  }
  const [left, right] = [width >> 2, width - 1 - (width >> 2)]
  const [top, bottom] = [height >> 2, height - 1 - (height >> 2)]
  return {
    width,
    height,
    quarters: [at(left, top), at(right, top), at(left, bottom), at(right, bottom)],
  }
}
