/** Advance in thousandths of the type size; outline from the origin on the baseline. */
type Glyph = [advance: number, outline: string]

export interface Typefaces {
  mincho: Record<string, Glyph>
  garamond: Record<string, Glyph>
  /** Adjustment between two Latin letters, thousandths. */
  kerning: Record<string, number>
}

const fileOf = (character: string) => (character.codePointAt(0)! >> 6).toString(16)

/** Loads only the needed files of the Japanese typeface; characters without a glyph are missing. */
export async function loadTypefaces(assets: Fetcher, text: string): Promise<Typefaces> {
  const groups = [...new Set(Array.from(text, fileOf))]
  const [latin, ...japanese] = await Promise.all([
    readFile<Pick<Typefaces, 'kerning'> & { glyphs: Typefaces['garamond'] }>(assets, 'garamond'),
    ...groups.map((group) => readFile<Typefaces['mincho']>(assets, `mincho-${group}`)),
  ])
  if (!latin) throw new Error('the typefaces are not deployed')
  return {
    mincho: Object.assign({}, ...japanese) as Typefaces['mincho'],
    garamond: latin.glyphs,
    kerning: latin.kerning,
  }
}

async function readFile<Content>(assets: Fetcher, name: string): Promise<Content | undefined> {
  const response = await assets.fetch(`http://assets/glyphs/${name}.json`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`glyphs ${name}: ${response.status}`)
  return response.json<Content>()
}

/** Neither typeface has the character, so the question has no card of its own. */
class MissingGlyph extends Error {
  override name = 'MissingGlyph'
}

/** Glyph of a character or ligature; prefers the typeface of the text's script. */
export function glyphOf(faces: Typefaces, key: string, isJapanese: boolean): Glyph {
  const [first, second] = isJapanese
    ? [faces.mincho, faces.garamond]
    : [faces.garamond, faces.mincho]
  const glyph = first[key] ?? second[key]
  if (!glyph) throw new MissingGlyph(key)
  return glyph
}
