import type { Language } from '../../domain/language.ts'
import { phraseStarts } from '../../domain/japanese-phrases.ts'
import { glyphOf, type Typefaces } from './glyphs.ts'

/** Line breaking for Japanese (JIS X 4051), for cards and pictures drawn by browsers. */

const OPENING = '「『（〈《【〔［｛“‘'
const CLOSING = '」』）〉》】〕］｝”’'
const POINTS = '、。，．'
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'

/** Characters forbidden at the start of a line. */
const NOT_FIRST = `${CLOSING}${POINTS}・：；？！?!)]}…‥—―〜～ーゝゞヽヾ々${SMALL_KANA}%％`

/** Unbreakable glyphs: a Japanese character, a pair of dashes, a Latin word, a number. */
export interface GlyphRun {
  text: string
  /** Outlines with offsets along the line; vertical lines also have an offset across it and a scale. */
  glyphs: { outline: string; at: number; aside?: number; scale?: number }[]
  /** Thousandths of the type size, like all lengths here; includes the space after it. */
  advance: number
  /** Space dropped at the start of a line, and at its end. */
  trimStart: number
  trimEnd: number
  /** Cost of a line break before this run: 0 at a phrase, `Infinity` if forbidden. */
  breakCost: number
}

export const INSIDE_PHRASE = 100
/** Cost of a break between a modifier and its noun: 何の／日, 大切な／人. */
export const INSIDE_GROUP = 1

const MODIFIER_ENDINGS = 'のな'
const HALF_EM = 500
const SCRIPT_GAP = 125

const JAPANESE_RUN = /([…‥—―])\1*|[A-Za-z0-9À-ɏ'’.,:%&+\-/]*[A-Za-z0-9À-ɏ%]|\s+|./gsu
const isWord = (text: string | undefined) => /^[A-Za-z0-9À-ɏ]/.test(text ?? '')
const isBlank = (text: string | undefined) => /^\s/.test(text ?? '')
/** Words that should not end a line. */
const CLINGING = /^(?:a|an|the|of|to|in|on|at|by|for|and|or|but|is|I|my|your|what|if|no)$/i
const LIGATURE = /ff[il]|f[fil]|./gsu

/** Characters missing from the typefaces, with a lookalike. */
const SUBSTITUTES: Record<string, string> = { '―': '—', '～': '〜', '−': '－', "'": '’' }
export const typesettable = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .replace(/[―～−']/gu, (character) => SUBSTITUTES[character]!)

/**
 * @param options.isUpright for vertical lines
 * @throws MissingGlyph
 */
export function glyphRuns(
  text: string,
  language: Language,
  faces: Typefaces,
  { spacing, isUpright = false }: { spacing: number; isUpright?: boolean },
): GlyphRun[] {
  if (language !== 'ja') return latinRuns(text, faces, spacing)
  const parts = Array.from(text.matchAll(JAPANESE_RUN), ([part]) => part)
  const phrases = [...phraseStarts(text), text.length]
  let offset = 0
  return parts.map((part, index) => {
    const phrase = phrases.indexOf(offset)
    const phraseLength = phrase < 0 ? 0 : phrases[phrase + 1]! - offset
    offset += part.length
    const [before, after] = [parts[index - 1], parts[index + 1]]
    if (isBlank(part)) return BLANK
    const [glyphs, advance] = isUpright ? stacked(part, faces) : sideBySide(part, faces, spacing)
    const run: GlyphRun = {
      text: part,
      glyphs,
      advance: advance + spacing,
      trimStart: 0,
      trimEnd: spacing,
      breakCost: breakCost(before, part, phraseLength),
    }
    trim(run, part, after, spacing, isUpright)
    return run
  })
}

const BLANK: GlyphRun = {
  text: ' ',
  glyphs: [],
  advance: HALF_EM / 2,
  trimStart: HALF_EM / 2,
  trimEnd: HALF_EM / 2,
  breakCost: Infinity,
}

/** Costs more before a very short phrase, which belongs to the phrase before it. */
function breakCost(before: string | undefined, part: string, phraseLength: number): number {
  if (before === undefined || isBlank(before)) return 0
  if (NOT_FIRST.includes(part[0]!) || OPENING.includes(before)) return Infinity
  if (POINTS.includes(before) || OPENING.includes(part)) return 0
  if (phraseLength === 0) return INSIDE_PHRASE
  const cost = phraseLength > 2 ? 0.02 : 0.15
  return MODIFIER_ENDINGS.includes(before) ? INSIDE_GROUP + cost : cost
}

/** Narrows punctuation between two marks and at line ends; widens the gap between scripts. */
function trim(
  run: GlyphRun,
  part: string,
  after: string | undefined,
  spacing: number,
  isUpright: boolean,
): void {
  const next = after?.[0] ?? ''
  const isClosing = CLOSING.includes(part) || POINTS.includes(part)
  if (OPENING.includes(part)) run.trimStart = HALF_EM
  if (isClosing) run.trimEnd = HALF_EM + spacing
  if (after === undefined) return
  const meets = CLOSING.includes(next) || POINTS.includes(next) || OPENING.includes(next)
  if (isClosing && meets) {
    run.advance -= HALF_EM
    run.trimEnd -= HALF_EM
  }
  const isBetweenScripts = isWord(part) !== isWord(after) && !isClosing && !isBlank(after)
  if (!isBetweenScripts || isUpright) return
  if (OPENING.includes(part) || NOT_FIRST.includes(next) || OPENING.includes(next)) return
  run.advance += SCRIPT_GAP
  run.trimEnd += SCRIPT_GAP
}

type Shaped = [glyphs: GlyphRun['glyphs'], advance: number]

function sideBySide(part: string, faces: Typefaces, spacing: number): Shaped {
  const between = isWord(part) ? spacing / 3 : 0
  let advance = 0
  const glyphs = Array.from(part, (character) => {
    const [width, outline] = glyphOf(faces, character, true)
    const glyph = { outline, at: advance }
    advance += width + between
    return glyph
  })
  return [glyphs, advance]
}

/** Stacks characters in upright forms; a number of two digits fills one square (tate-chu-yoko). */
function stacked(part: string, faces: Typefaces): Shaped {
  if (isWord(part)) return [figuresAbreast(part, faces), 1000]
  const glyphs = Array.from(part, (character, index) => {
    const [, outline] = faces.mincho[`${character}|`] ?? glyphOf(faces, character, true)
    return { outline, at: index * 1000 }
  })
  return [glyphs, glyphs.length * 1000]
}

/** Width of two digits in one square. */
const ABREAST = 940

function figuresAbreast(part: string, faces: Typefaces): GlyphRun['glyphs'] {
  const glyphs = Array.from(part, (character) => glyphOf(faces, character, true))
  const width = glyphs.reduce((sum, [advance]) => sum + advance, 0)
  const scale = Math.min(1, ABREAST / width)
  let aside = (1000 - width * scale) / 2
  return glyphs.map(([advance, outline]) => {
    const glyph = { outline, at: -40, aside, scale }
    aside += advance * scale
    return glyph
  })
}

function latinRuns(text: string, faces: Typefaces, spacing: number): GlyphRun[] {
  const words = text.trim().split(/\s+/)
  const space = glyphOf(faces, ' ', false)[0] + spacing
  return words.map((word, index) => {
    const keys = word.match(LIGATURE) ?? []
    const glyphs: GlyphRun['glyphs'] = []
    let advance = 0
    for (const [index, key] of keys.entries()) {
      const [width, outline] = glyphOf(faces, key, false)
      glyphs.push({ outline, at: advance })
      const next = keys[index + 1]?.[0] ?? ''
      advance += width + spacing + (faces.kerning[key.at(-1)! + next] ?? 0)
    }
    const isLast = index === words.length - 1
    const isClinging = CLINGING.test(words[index - 1] ?? '')
    return {
      text: isLast ? word : `${word} `,
      glyphs,
      advance: advance + (isLast ? 0 : space),
      trimStart: 0,
      trimEnd: isLast ? spacing : space + spacing,
      breakCost: isClinging ? 0.05 : 0,
    }
  })
}
