import { mkdirSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { inProject } from '../../harness/local/run.ts'

/**
 * Splits the typefaces of sharing pictures into small files of outlines by character.
 * A picture loads only those of its own characters; no page downloads them.
 */
const files = {
  // fontkit decodes a WOFF2 once, but a WOFF again for every glyph.
  mincho: '@fontsource/shippori-mincho/files/shippori-mincho-japanese-500-normal.woff2',
  // Of this typeface's WOFF2 fontkit moves some points.
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

function openFont(path: string) {
  const font = fontkit.create(readFileSync(fontFile(path)))
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
    const shapes = font.layout(ligature).glyphs
    if (shapes.length === 1) glyphs[ligature] = drawn(shapes[0]!)
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
