/**
 * The form in which the filters compare texts, and where words begin and end in it. Both strings that take part have
 * the same length, so a position in one is a position in the other.
 */
export interface FoldedText {
  text: string
  /** Positions (UTF-16 units) at which a word begins or ends. */
  boundaries: ReadonlySet<number>
}

/** Characters without a glyph that people put between letters to escape a word list. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu
/** Marks that are left after composition: strokes and piles over Latin letters. Kana have composed with theirs. */
const MARKS = /\p{Mn}/gu
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60

/**
 * Letters of other scripts whose glyph is that of a Latin letter. A table of our own: Unicode's confusables have more
 * than 6,000 entries, most of which no keyboard of our readers types, and fold digits and Latin letters together too.
 */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwмmтtкkαaεeοoρpτtυuνvκkιiχxɑaɡgıi'.matchAll(/(.)(.)/gu),
  ).map(([, letter = '', latin = '']) => [letter, latin]),
)
const FOREIGN = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'gu')
const TOKEN = /[\p{L}\p{N}]+/gu
const LATIN = /[a-z]/

/** A token that mixes scripts is Latin in disguise; one that is wholly Cyrillic or Greek is a word of its own. */
function unmask(token: string): string {
  return LATIN.test(token)
    ? token.replace(FOREIGN, (letter) => LOOK_ALIKES[letter] ?? letter)
    : token
}

function withoutDisguise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(TOKEN, unmask)
}

function toHiragana(text: string): string {
  return text.replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
}

/** Full and half width alike (NFKC), lower case, hiragana for katakana, without invisible characters and disguises. */
export function foldForFilter(text: string): string {
  return toHiragana(withoutDisguise(text))
}

/**
 * Japanese has no spaces: the segmenter knows its words, and those of other languages as well. Made with the first text:
 * it takes milliseconds, which a start of the worker should not.
 */
let words: Intl.Segmenter | undefined

export function foldedText(text: string): FoldedText {
  const plain = withoutDisguise(text)
  const boundaries = new Set([plain.length])
  words ??= new Intl.Segmenter('ja', { granularity: 'word' })
  for (const { index } of words.segment(plain)) boundaries.add(index)
  return { text: toHiragana(plain), boundaries }
}
