import { typesettable } from './glyph-runs.ts'
import { CARD_HEIGHT, CARD_WIDTH, inks, paper, questionCard } from './card-design.ts'
import type { CardText } from './card-text.ts'
import { loadTypefaces } from './glyphs.ts'
import { palettePng, type Colour } from './png.ts'
import { areasOf, rasterize } from './rasterize.ts'

/** Shades from the paper's colour to a full ink. */
const SHADES = 24

/**
 * Draws a question's card as a PNG of 1200 × 630 pixels.
 * @throws MissingGlyph for a character that no typeface has
 * @throws RangeError for a question that is too long
 */
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
