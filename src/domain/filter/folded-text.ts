/** Text and word boundaries for comparison by filters. */
export interface FoldedText {
  text: string
  /** Word boundaries, UTF-16 offsets. */
  boundaries: ReadonlySet<number>
}

/** Invisible characters, inserted between letters to evade word lists. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu
/** Combining marks left after composition (zalgo, strikethrough); those of kana have composed. */
const MARKS = /\p{Mn}/gu
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60

/** Unicode's confusables are unsuitable: over 6,000 rare entries, and they fold digits with letters. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwмmтtкkαaεeοoρpτtυuνvκkιiχxɑaɡgıi'.matchAll(/(.)(.)/gu),
  ).map(([, letter = '', latin = '']) => [letter, latin]),
)
const FOREIGN = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'gu')
const TOKEN = /[\p{L}\p{N}]+/gu
const LATIN = /[a-z]/

/** A token of mixed scripts is disguised Latin; one wholly Cyrillic or Greek is a word of its own. */
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

/** NFKC, lower case, hiragana for katakana, without invisible characters and homoglyphs. */
export function foldForFilter(text: string): string {
  return toHiragana(withoutDisguise(text))
}

/** Japanese has no spaces. Created lazily: it takes milliseconds, which must not delay the start. */
let words: Intl.Segmenter | undefined

export function foldedText(text: string): FoldedText {
  const plain = withoutDisguise(text)
  const boundaries = new Set([plain.length])
  words ??= new Intl.Segmenter('ja', { granularity: 'word' })
  for (const { index } of words.segment(plain)) boundaries.add(index)
  return { text: toHiragana(plain), boundaries }
}
