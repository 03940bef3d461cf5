import type { Language } from '../../domain/language.ts'
import { glyphOf, type Typefaces } from './glyphs.ts'
import { phraseStarts } from './phrases/phrases.ts'

/** What is never divided between two lines: a Japanese character, a pair of dashes, a Latin word, a number. */
export interface Atom {
  text: string
  /** Each outline and how far into the atom it stands; in vertical lines also how far aside, and made smaller. */
  glyphs: { outline: string; at: number; aside?: number; scale?: number }[]
  /** Thousandths of the type size, as all lengths here: with the space after it. */
  advance: number
  /** Blank that falls away at the beginning of a line, and at its end. */
  trimStart: number
  trimEnd: number
  /** What a line that begins here costs: 0 at a phrase, `Infinity` where none may. */
  breakCost: number
}

export const INSIDE_PHRASE = 100
/** What a line costs that begins between a word and what it describes: 何の／日, 大切な／人. */
export const INSIDE_GROUP = 1

const OPENING = '「『（〈《【〔［｛“‘'
const CLOSING = '」』）〉》】〕］｝”’'
const POINTS = '、。，．'
/** What begins no line (JIS X 4051), with small kana and the mark of a long vowel. */
const NOT_FIRST = `${CLOSING}${POINTS}・：；？！?!)]}…‥—―〜～ーゝゞヽヾ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％`
/** How a phrase ends that describes the next one. */
const DESCRIBING = 'のな'
const HALF = 500
/** Between Japanese and Latin letters or figures. */
const APART = 125

const JAPANESE_ATOM = /([…‥—―])\1*|[A-Za-z0-9À-ɏ'’.,:%&+\-/]*[A-Za-z0-9À-ɏ%]|\s+|./gsu
const isWord = (text: string | undefined) => /^[A-Za-z0-9À-ɏ]/.test(text ?? '')
const isBlank = (text: string | undefined) => /^\s/.test(text ?? '')
/** Words after which a line should not end. */
const LEANING = /^(?:a|an|the|of|to|in|on|at|by|for|and|or|but|is|I|my|your|what|if|no)$/i
const LIGATURE = /ff[il]|f[fil]|./gsu

/** Characters that look alike, by the one which the typefaces have. */
const ALIKE: Record<string, string> = { '―': '—', '～': '〜', '−': '－', "'": '’' }
export const typesettable = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .replace(/[―～−']/gu, (character) => ALIKE[character]!)

/** A question as atoms; `isUpright` for vertical lines. Throws `MissingGlyph`. */
export function atomsOf(
  text: string,
  language: Language,
  faces: Typefaces,
  { spacing, isUpright = false }: { spacing: number; isUpright?: boolean },
): Atom[] {
  if (language === 'en') return wordsOf(text, faces, spacing)
  const parts = Array.from(text.matchAll(JAPANESE_ATOM), ([part]) => part)
  const phrases = [...phraseStarts(text), text.length]
  let place = 0
  return parts.map((part, index) => {
    const phrase = phrases.indexOf(place)
    const phraseLength = phrase < 0 ? 0 : phrases[phrase + 1]! - place
    place += part.length
    const [before, after] = [parts[index - 1], parts[index + 1]]
    if (isBlank(part)) return blank(HALF / 2)
    const atom = isUpright ? uprightAtom(part, faces, spacing) : japaneseAtom(part, faces, spacing)
    atom.breakCost = costBefore(before, part, phraseLength)
    trim(atom, part, after, spacing, isUpright)
    return atom
  })
}

const blank = (advance: number): Atom => ({
  text: ' ',
  glyphs: [],
  advance,
  trimStart: advance,
  trimEnd: advance,
  breakCost: Infinity,
})

/** Best after a stop, good at a phrase, less so before a very short one: it belongs to what precedes it. */
function costBefore(before: string | undefined, part: string, phraseLength: number): number {
  if (before === undefined || isBlank(before)) return 0
  if (NOT_FIRST.includes(part[0]!) || OPENING.includes(before)) return Infinity
  if (POINTS.includes(before) || OPENING.includes(part)) return 0
  if (phraseLength === 0) return INSIDE_PHRASE
  const cost = phraseLength > 2 ? 0.02 : 0.15
  return DESCRIBING.includes(before) ? INSIDE_GROUP + cost : cost
}

/** Punctuation stands close where two marks meet, and at both ends of a line. */
function trim(
  atom: Atom,
  part: string,
  after: string | undefined,
  spacing: number,
  isUpright: boolean,
): void {
  const next = after?.[0] ?? ''
  const isClosing = CLOSING.includes(part) || POINTS.includes(part)
  if (OPENING.includes(part)) atom.trimStart = HALF
  if (isClosing) atom.trimEnd = HALF + spacing
  else atom.trimEnd = spacing
  if (after === undefined) return
  const meets = CLOSING.includes(next) || POINTS.includes(next) || OPENING.includes(next)
  if (isClosing && meets) {
    atom.advance -= HALF
    atom.trimEnd -= HALF
  }
  const isBetweenScripts = isWord(part) !== isWord(after) && !isClosing && !isBlank(after)
  if (!isBetweenScripts || isUpright) return
  if (OPENING.includes(part) || NOT_FIRST.includes(next) || OPENING.includes(next)) return
  atom.advance += APART
  atom.trimEnd += APART
}

function japaneseAtom(part: string, faces: Typefaces, spacing: number): Atom {
  const between = isWord(part) ? spacing / 3 : 0
  const glyphs: Atom['glyphs'] = []
  let advance = 0
  for (const character of part) {
    const [width, outline] = glyphOf(faces, character, true)
    glyphs.push({ outline, at: advance })
    advance += width + between
  }
  return {
    text: part,
    glyphs,
    advance: advance + spacing,
    trimStart: 0,
    trimEnd: spacing,
    breakCost: 0,
  }
}

/** One square after another, in upright forms where there are; a number of two figures fills one square. */
function uprightAtom(part: string, faces: Typefaces, spacing: number): Atom {
  const figures = isWord(part) ? figuresAbreast(part, faces) : undefined
  const glyphs =
    figures ??
    Array.from(part, (character, index) => {
      const [, outline] = faces.mincho[`${character}|`] ?? glyphOf(faces, character, true)
      return { outline, at: index * 1000 }
    })
  return {
    text: part,
    glyphs,
    advance: (figures ? 1 : glyphs.length) * 1000 + spacing,
    trimStart: 0,
    trimEnd: spacing,
    breakCost: 0,
  }
}

const ABREAST = 940

function figuresAbreast(part: string, faces: Typefaces): Atom['glyphs'] {
  const found = Array.from(part, (character) => glyphOf(faces, character, true))
  const width = found.reduce((sum, [advance]) => sum + advance, 0)
  const scale = Math.min(1, ABREAST / width)
  let aside = (1000 - width * scale) / 2
  return found.map(([advance, outline]) => {
    const glyph = { outline, at: -40, aside, scale }
    aside += advance * scale
    return glyph
  })
}

/** Latin words with their ligatures, each letter at its distance from the next. */
function wordsOf(text: string, faces: Typefaces, spacing: number): Atom[] {
  const words = text.trim().split(/\s+/)
  const space = glyphOf(faces, ' ', false)[0] + spacing
  return words.map((word, index) => {
    const keys = word.match(LIGATURE) ?? []
    const glyphs: Atom['glyphs'] = []
    let advance = 0
    for (const [place, key] of keys.entries()) {
      const [width, outline] = glyphOf(faces, key, false)
      glyphs.push({ outline, at: advance })
      const next = keys[place + 1]?.[0] ?? ''
      advance += width + spacing + (faces.kerning[key.at(-1)! + next] ?? 0)
    }
    const isLast = index === words.length - 1
    const isLeaning = LEANING.test(words[index - 1] ?? '')
    return {
      text: isLast ? word : `${word} `,
      glyphs,
      advance: advance + (isLast ? 0 : space),
      trimStart: 0,
      trimEnd: isLast ? spacing : space + spacing,
      breakCost: isLeaning ? 0.05 : 0,
    }
  })
}
