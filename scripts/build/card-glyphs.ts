import { mkdirSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import { inProject } from '../../harness/local/run.ts'

/**
 * Splits the typefaces of sharing pictures into small files of outlines by character.
 * A picture loads only those of its own characters; no page downloads them.
 */
const files = {
  mincho: '@fontsource/shippori-mincho/files/shippori-mincho-japanese-500-normal.woff',
  garamond: '@fontsource/eb-garamond/files/eb-garamond-latin-500-normal.woff',
}
const licences = {
  mincho: '@fontsource/shippori-mincho/LICENSE',
  garamond: '@fontsource/eb-garamond/LICENSE',
}

const LIGATURES = ['ffi', 'ffl', 'ff', 'fi', 'fl']
/** Characters below are rotated in vertical text. */
const FIRST_UPRIGHT = 0x2010

type Font = ReturnType<typeof openFont>
/** Advance in 1/1000 em, and SVG path data with `m`, `l`, `q`, `c` and `z` only. */
type Glyph = [advance: number, outline: string]

const fontFile = (path: string) => inProject(`node_modules/${path}`)

/** Unpacks a WOFF to a plain font once; fontkit would inflate it for every glyph. */
function plainFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + 16 * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = header.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index
    const [start, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const packed = woff.subarray(start, start + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    const place = 12 + 16 * index
    woff.copy(header, place, entry, entry + 4)
    woff.copy(header, place + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, place + 8)
    header.writeUInt32BE(length, place + 12)
    const padded = Buffer.concat([table, Buffer.alloc(-length & 3)])
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header, ...tables])
}

function openFont(path: string) {
  const font = fontkit.create(plainFont(readFileSync(fontFile(path))))
  if (!('glyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`)
  if (font.unitsPerEm !== 1000) throw new Error(`${path} is not drawn in thousandths`)
  return font
}

const letters = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' } as const

/** Relative integer coordinates, y downwards. */
function outlineOf(glyph: fontkit.Glyph): string {
  let [x, y] = [0, 0]
  let [startX, startY] = [0, 0]
  let data = ''
  for (const { command, args } of glyph.path.commands) {
    if (command === 'closePath') {
      data += 'z'
      ;[x, y] = [startX, startY]
      continue
    }
    const points = args.map((value, index) =>
      index % 2 ? Math.round(-value) - y : Math.round(value) - x,
    )
    data += letters[command] + points.join(' ').replaceAll(' -', '-')
    x += points.at(-2)!
    y += points.at(-1)!
    if (command === 'moveTo') [startX, startY] = [x, y]
  }
  return data
}

const drawn = (glyph: fontkit.Glyph): Glyph => [Math.round(glyph.advanceWidth), outlineOf(glyph)]

/** Japanese outlines, 64 characters a file; vertical forms are at `<character>|`. */
function minchoFiles(font: Font): Record<string, Record<string, Glyph>> {
  const groups: Record<string, Record<string, Glyph>> = {}
  for (const code of font.characterSet) {
    const glyph = font.glyphForCodePoint(code)
    const group = (groups[(code >> 6).toString(16)] ??= {})
    const character = String.fromCodePoint(code)
    group[character] = drawn(glyph)
    if (code < FIRST_UPRIGHT) continue
    const upright = font.layout(character, ['vert']).glyphs[0]
    if (upright && upright.id !== glyph.id) group[`${character}|`] = drawn(upright)
  }
  return groups
}

/** All Latin outlines, with ligatures and kerning. */
function garamondFile(font: Font) {
  const characters = font.characterSet.map((code) => String.fromCodePoint(code))
  const glyphs: Record<string, Glyph> = {}
  for (const [index, character] of characters.entries())
    glyphs[character] = drawn(font.glyphForCodePoint(font.characterSet[index]!))
  for (const ligature of LIGATURES) {
    const found = font.layout(ligature).glyphs
    if (found.length === 1) glyphs[ligature] = drawn(found[0]!)
  }
  const kerning: Record<string, number> = {}
  for (const first of characters) {
    for (const second of characters) {
      const { glyphs: pair, positions } = font.layout(first + second)
      const distance = Math.round(positions[0]!.xAdvance - pair[0]!.advanceWidth)
      if (pair.length === 2 && distance) kerning[first + second] = distance
    }
  }
  return { glyphs, kerning }
}

export function writeCardGlyphs(folder: string): void {
  const target = `${folder}/glyphs`
  mkdirSync(target, { recursive: true })
  for (const [group, glyphs] of Object.entries(minchoFiles(openFont(files.mincho))))
    writeFileSync(`${target}/mincho-${group}.json`, JSON.stringify(glyphs))
  const garamond = garamondFile(openFont(files.garamond))
  writeFileSync(`${target}/garamond.json`, JSON.stringify(garamond))
  for (const [name, file] of Object.entries(licences))
    copyFileSync(fontFile(file), `${target}/${name}-licence.txt`)
}
