import { MAX_UPRIGHT } from '../../domain/question-pool.ts'
import type { Language } from '../../domain/language.ts'
import { type GlyphRun, glyphRuns, INSIDE_PHRASE, typesettable } from './glyph-runs.ts'
import type { CardText } from './card-text.ts'
import { loadTypefaces, type Typefaces } from './glyphs.ts'
import { lineLength, setText, type SetText, type TextFrame } from './lines.ts'
import { areasOf, rasterize, type Shape } from './rasterize.ts'
import { crc32, deflateSync } from 'node:zlib'

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630

/** Light page background of `styles/tokens.css`. */
const paper = [0xfb, 0xfa, 0xf5] as const
const inks = {
  ink: [0x23, 0x25, 0x1c],
  soft: [0x4e, 0x51, 0x43],
  olive: [0x5c, 0x6b, 0x1e],
} as const

type Layers = Record<keyof typeof inks, Shape[]>

const MARGIN = 88
/** Minimum distance between two texts side by side. */
const GAP = 28
/** The brush stroke and the point of `components/Logo.astro`, in 148ths of its width. */
const STROKE =
  'M2.5 15.6q1.4-1.6 3.7-1.3q12.5.5 24.8-1.3q2.4-.2 3.7 1.6l1.3 2.1q.5 1.2-.7 1.3q-15.6-.35-31.1.8q-1.4 0-1.7-1.2z'
const POINT =
  'M145.7 21.4q0 .91-.64 1.56q-.65.64-1.56.64q-.91 0-1.56-.64q-.64-.65-.64-1.56q0-.91.64-1.56q.65-.64 1.56-.64q.91 0 1.56.64q.64.65.64 1.56z'
const NAME = 'Ichimon'
const NAME_AT = { x: 46.2, y: 23, size: 26.6 }

interface Setting {
  frame: TextFrame
  spacing: number
  /** Height relative to the type size. */
  capHeight: number
  /** Size of the date and the topic; Garamond runs small. */
  facts: number
}

const JAPANESE: Setting = {
  frame: { length: 1024, depth: 306, sizes: [78, 72, 66, 60, 54, 49, 45, 41, 38], leading: 1.56 },
  spacing: 40,
  capHeight: 0.76,
  facts: 27,
}
const LATIN: Setting = {
  frame: { length: 1024, depth: 306, sizes: [84, 76, 68, 62, 57, 52, 48, 44, 40], leading: 1.2 },
  spacing: 0,
  capHeight: 0.65,
  facts: 32,
}
const settingOf = (language: Language) => (language === 'ja' ? JAPANESE : LATIN)

const upright: TextFrame = { length: 518, depth: 610, sizes: [66, 62, 58, 54], leading: 1.8 }
/** Rule between the facts and an upright question, from the left edge. */
const FOLD = 446
const UPRIGHT_SPACING = 50
/** Latin letters and numbers of more than two digits do not fit vertical lines. */
const NOT_UPRIGHT = /[^\d\u2010-\u{10ffff}]|\d{3}/u

/** Lays out a question's card; short Japanese questions are vertical. */
export function questionCard(text: CardText, faces: Typefaces): Layers {
  const { language } = text
  const question = typesettable(text.question)
  if (language === 'ja' && question.length <= MAX_UPRIGHT && !NOT_UPRIGHT.test(question)) {
    const spacing = UPRIGHT_SPACING
    const runs = glyphRuns(question, 'ja', faces, { spacing, isUpright: true })
    const set = setText(runs, upright, INSIDE_PHRASE)
    if (set) return uprightCard(text, set, faces)
  }
  const { frame, spacing } = settingOf(language)
  const set = setText(glyphRuns(question, language, faces, { spacing }), frame)
  if (!set) throw new RangeError('the question is too long for a card')
  return acrossCard(text, set, faces)
}

function acrossCard(text: CardText, { size, lines }: SetText, faces: Typefaces): Layers {
  const { frame, ...setting } = settingOf(text.language)
  const pitch = size * frame.leading
  const foot = CARD_HEIGHT - MARGIN
  // Slightly above the middle between logo and rule, as on a title page.
  const middle = 296
  const capHeight = size * setting.capHeight
  const first = middle - ((lines.length - 1) * pitch) / 2 + capHeight / 2
  const layers: Layers = { ink: [], soft: [], olive: [...logo(faces)] }
  for (const [index, line] of lines.entries())
    layers.ink.push(...setLine(line, MARGIN, first + index * pitch, size))
  layers.olive.push(bar(MARGIN, foot - 64, 56, 3))
  const date = phrase(text.date, text, faces, frame.length)
  const room = CARD_WIDTH - 2 * MARGIN - date.width - GAP
  const about = phrase(text.about, text, faces, room)
  layers.soft.push(...date.at(MARGIN, foot))
  layers.olive.push(...about.at(CARD_WIDTH - MARGIN - about.width, foot))
  return layers
}

function uprightCard(text: CardText, { size, lines }: SetText, faces: Typefaces): Layers {
  const pitch = size * upright.leading
  const depth = (lines.length - 1) * pitch + size
  const foot = CARD_HEIGHT - MARGIN
  const right = (FOLD + CARD_WIDTH + depth) / 2
  const top = (CARD_HEIGHT - (Math.max(...lines.map(lineLength)) * size) / 1000) / 2
  const layers: Layers = { ink: [], soft: [], olive: [...logo(faces)] }
  for (const [index, line] of lines.entries())
    layers.ink.push(...setUpright(line, right - size - index * pitch, top, size))
  const room = FOLD - GAP - MARGIN
  layers.olive.push(bar(FOLD, 56, 3, CARD_HEIGHT - 112))
  layers.soft.push(...phrase(text.date, text, faces, room).at(MARGIN, foot - 44))
  layers.olive.push(...phrase(text.about, text, faces, room).at(MARGIN, foot))
  return layers
}

/** The glyphs of a line, each put at its distance from the start, in thousandths. */
function setGlyphs(
  line: GlyphRun[],
  put: (glyph: GlyphRun['glyphs'][number], at: number) => Shape,
): Shape[] {
  let end = -(line[0]?.trimStart ?? 0)
  return line.flatMap((run) => {
    const start = end
    end += run.advance
    return run.glyphs.map((glyph) => put(glyph, start + glyph.at))
  })
}

const setLine = (line: GlyphRun[], x: number, y: number, size: number) =>
  setGlyphs(line, ({ outline }, at) => ({ data: outline, x: x + (at * size) / 1000, y, size }))

/** Ascent of a Japanese character above the baseline, thousandths. */
const ASCENT = 880

const setUpright = (line: GlyphRun[], x: number, top: number, size: number) =>
  setGlyphs(line, ({ outline, aside = 0, scale = 1 }, at) => ({
    data: outline,
    x: x + (aside * size) / 1000,
    y: top + ((at + ASCENT * scale + (1 - scale) * 500) * size) / 1000,
    size: size * scale,
  }))

/** Sets a phrase on one line, shrunk to fit. */
function phrase(words: string, { language }: CardText, faces: Typefaces, room: number) {
  const { spacing, facts } = settingOf(language)
  const line = glyphRuns(words, language, faces, { spacing: spacing / 2 })
  const length = lineLength(line) / 1000
  const size = Math.min(facts, room / length)
  return { width: length * size, at: (x: number, y: number) => setLine(line, x, y, size) }
}

function logo(faces: Typefaces): Shape[] {
  const [x, y, width] = [MARGIN - 4, 64, 210]
  const unit = width / 148
  const size = unit * 1000
  const name = glyphRuns(NAME, 'en', faces, { spacing: 0 })
  return [
    { data: STROKE, x, y, size },
    { data: POINT, x, y, size },
    ...setLine(name, x + NAME_AT.x * unit, y + NAME_AT.y * unit, NAME_AT.size * unit),
  ]
}

const bar = (x: number, y: number, width: number, height: number): Shape => ({
  data: `M0 0l${width} 0l0 ${height}l${-width} 0z`,
  x,
  y,
  size: 1000,
})

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
