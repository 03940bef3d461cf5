import { foldedText, foldForFilter, type FoldedText } from './folded-text.ts'

export interface ListedWord {
  word: string
  outcome: 'refused' | 'held'
}

export interface PreparedWord extends ListedWord {
  /** Sticky. */
  pattern: RegExp
  isInflected: boolean
}

/** Drawn out: ばーか, バカァ. */
const ELONGATION = '[ー〜~―ぁぃぅぇぉ]*'
/**
 * Within a word, as one class: overlapping ones backtrack without end. Apostrophes and spaces make
 * other words: he’ll, pen is.
 */
const SEPARATOR = "[ー〜~―ぁぃぅぇぉ[^\\p{L}\\p{N}\\s'’]]*"
/** Between all letters, also spaces. */
const SPACE = '[^\\p{L}\\p{N}]+'

/** A word with inflected kana, whose end the segmenter splits unreliably. */
const INFLECTED = /^\p{Script=Han}.*[\u3041-\u3096]$/u
const IMPERATIVE = /[えけげせてねべめれ]$/
/** 死ねない and 死ねる are about being able to. */
const NOT_POTENTIAL = '(?!る|な[いかくけ]|ま[すせ]|[たてずれ]|そう)'
/** ばかでかい, ばか正直: strengthens what follows. やばかった, さばかない: ends another word. */
const NOT_STRENGTHENING =
  '(?!でか|[高安長重早寒暑]|正直|丁寧|騒ぎ|力|売れ|受け|に(?:な[らり]|でき)|った|り|ろう|な[いく])'

function endOf(word: string): string {
  if (INFLECTED.test(word) && IMPERATIVE.test(word)) return NOT_POTENTIAL
  if (word === 'ばか') return ELONGATION + NOT_STRENGTHENING
  const [, vowel, last = ''] = /([a-z])([a-z])$/.exec(word) ?? []
  if (!vowel) return ELONGATION
  return `(?:${/[hsxz]/.test(last) ? 'e' : ''}s|${'aeiou'.includes(vowel) ? last : ''}(?:ed|ers?|ings?))?`
}

/** `$h!t`: before a letter, so that each separator has one reading. */
const SIGNS: Record<string, string> = {
  a: '[@4]',
  c: '[¢]|\\(',
  e: '3',
  i: '[!1]|\\|',
  o: '0',
  s: '5|\\$',
}

/** `fuuuck`, but as in `coon` two letters may be another word. */
function letterPattern(one: string): string {
  if (!/[a-z]/.test(one)) return one.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  const sign = SIGNS[one] ? `|(?:${SIGNS[one]})(?=\\p{L})` : ''
  return `(?:${one}(?:${one}{2,})?${sign})`
}

function patternOf(folded: string): RegExp {
  const parts = folded.split(/\s+/).map((part) => Array.from(part, letterPattern))
  const joined = (between: string) => parts.map((part) => part.join(between)).join(SPACE)
  return new RegExp(`(?:${joined(SEPARATOR)}|${joined(SPACE)})+${endOf(folded)}`, 'vy')
}

export function prepareWords(list: readonly ListedWord[]): PreparedWord[] {
  return list.flatMap((listed) => {
    const folded = foldForFilter(listed.word).trim()
    if (folded === '') return []
    return { ...listed, pattern: patternOf(folded), isInflected: INFLECTED.test(folded) }
  })
}

function matchAt({ pattern }: PreparedWord, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** Matches whole words, so not in `Scunthorpe` or `おいしいね`; an inflected word needs only its start. */
function contains(
  { text, starts, ends }: FoldedText,
  word: PreparedWord,
  list: readonly PreparedWord[],
): boolean {
  for (const at of starts) {
    const match = matchAt(word, text, at)
    // 生と死、ねこと犬
    if (match === undefined || (word.isInflected && /[、。]/.test(match))) continue
    const end = at + match.length
    if (word.isInflected && !/[^\p{L}]/u.test(match)) return true
    if (ends.has(end) || list.some((other) => matchAt(other, text, end) !== undefined)) return true
  }
  return false
}

export function listedWordsIn(text: string, list: readonly PreparedWord[]): PreparedWord[] {
  if (list.length === 0) return []
  const folded = foldedText(text)
  const matches = list.filter((word) => contains(folded, word, list))
  return matches.sort((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
}
