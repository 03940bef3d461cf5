import { crc32, deflateSync } from 'node:zlib'
import { CARD_HEIGHT, CARD_WIDTH, inks, paper, questionCard } from './card-design.ts'
import type { CardText } from './card-text.ts'
import { typesettable } from './glyph-runs.ts'
import { loadTypefaces } from './glyphs.ts'
import { areasOf, rasterize } from './rasterize.ts'

type Colour = readonly [red: number, green: number, blue: number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** IHDR: 8 bits, palette, the only compression and filter methods, no interlacing. */
const PALETTE_IMAGE = Buffer.from([8, 3, 0, 0, 0])

/** Encodes a PNG with one palette index (byte) per pixel, at most 256 colours. */
function palettePng(pixels: Uint8Array, width: number, palette: Colour[]): Uint8Array<ArrayBuffer> {
  const height = pixels.length / width
  // Each row begins with its filter type: 0, none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), PALETTE_IMAGE])),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const SHADES = 24

/** @throws MissingGlyph, RangeError for a question that is too long */
export async function drawCard(assets: Fetcher, text: CardText): Promise<Uint8Array<ArrayBuffer>> {
  const faces = await loadTypefaces(assets, typesettable(text.question) + text.date + text.about)
  const layers = questionCard(text, faces)
  const pixels = new Uint8Array(CARD_WIDTH * CARD_HEIGHT)
  const palette: Colour[] = [paper]
  const areas = areasOf(CARD_WIDTH, CARD_HEIGHT)
  for (const [name, ink] of Object.entries(inks)) {
    const shapes = layers[name as keyof typeof inks]
    const coverage = rasterize(shapes, CARD_WIDTH, CARD_HEIGHT, areas)
    const first = palette.length - 1
    for (let index = 0; index < pixels.length; index++) {
      const shade = Math.round((coverage[index]! * SHADES) / 255)
      if (shade) pixels[index] = first + shade
    }
    for (let shade = 1; shade <= SHADES; shade++) palette.push(mixed(paper, ink, shade / SHADES))
  }
  return palettePng(pixels, CARD_WIDTH, palette)
}

function mixed(from: Colour, to: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}
