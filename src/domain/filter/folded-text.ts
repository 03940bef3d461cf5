import { toHiragana } from '../../domain/search-text.ts'

export interface FoldedText {
  text: string
  /** Where words begin and end, UTF-16 offsets. */
  starts: ReadonlySet<number>
  ends: ReadonlySet<number>
}

/** Invisible characters, inserted between letters to evade word lists. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu
/** Accents, strokes, enclosures and piles of marks; only kana are other letters with theirs. */
const MARKS = /(?<![\p{Script=Hiragana}\p{Script=Katakana}])\p{M}+|(?![\u3099\u309a])\p{M}/gu
const SPACING_VOICED = /(?<=\p{L})[\u309b\u309c]/gu

/** Unicode's confusables are unsuitable: over 6,000 rare entries, and they fold digits with letters. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  Array.from(
    `аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwмmтtкkαaεeοoρpτtυuνvκkιiχxμuɑaɡgıiƒføołlđdħhŧtƀbɓbɨiʉu
    ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzςcϳjսuոnօoհhցgզqաw`.matchAll(/(\S)(\S)/gu),
  ).map(([, letter = '', latin = '']) => [letter, latin]),
)
const FOREIGN = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'gu')
const TOKEN = /[\p{L}\p{N}]+/gu
const LATIN = /\p{Script=Latin}/u
/** `sh1t` */
const SPELLED = /(?<=[a-z])[013457](?=[a-z])/g
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** A token of mixed scripts is disguised Latin; one wholly Cyrillic or Greek is a word of its own. */
function unmask(token: string): string {
  if (!LATIN.test(token)) return token
  return token
    .replace(FOREIGN, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(SPELLED, (digit) => LETTERS[digit]!)
}

/** White letters on black and those of flags, which no normalization reads. */
const EMBLEM = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const plainLetter = (emblem: string) => {
  const point = emblem.codePointAt(0)!
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((one) => point >= one)!
  return String.fromCharCode(0x61 + point - first)
}

function withoutDisguise(text: string): string {
  return text
    .replace(EMBLEM, plainLetter)
    .replace(SPACING_VOICED, (mark) => (mark === '\u309b' ? '\u3099' : '\u309a'))
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(TOKEN, unmask)
}

/** Compatibility decomposition, lower case, hiragana for katakana, without invisible characters, marks and homoglyphs. */
export function foldForFilter(text: string): string {
  return toHiragana(withoutDisguise(text))
}

/** Japanese has no spaces. Created lazily: it takes milliseconds, which must not delay the start. */
let words: Intl.Segmenter | undefined
const DIGITS = /(?<=\d)(?=\D)|(?<=\D)(?=\d)/g
/** One word, which the segmenter cuts when it does not know it: バカ|ラ. */
const IN_KATAKANA = /(?<=[\u30a1-\u30fa])(?=[\u30a1-\u30fa])/g
/** Single kana left of a cut in the middle of a word, as in さ|ばか|ない, are no words that stand before one. */
const REST_BEFORE = /^(?![おかがだでとなにねのはへもやよを])[\u3041-\u3096]$/
const HIRAGANA = /^\p{Script=Hiragana}/u
const REST_AFTER = /^[うきぎくぐけげせぜづつてぬびぶべほぼぽみむゆりるれろわ]$/
/** 楽しいしね: the clause goes on. */
const CLAUSE_END = /[いただるすん]$/

export function foldedText(text: string): FoldedText {
  const plain = withoutDisguise(text)
  words ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const [starts, ends] = [new Set<number>(), new Set([plain.length])]
  let before = ''
  for (const { index, segment } of words.segment(plain)) {
    const isRest = HIRAGANA.test(segment) && REST_BEFORE.test(before)
    if (!isRest && !(segment === 'し' && CLAUSE_END.test(before))) starts.add(index)
    if (!REST_AFTER.test(segment)) ends.add(index)
    before = segment
  }
  for (const { index } of plain.matchAll(DIGITS)) {
    starts.add(index)
    ends.add(index)
  }
  for (const { index } of plain.matchAll(IN_KATAKANA)) {
    starts.delete(index)
    ends.delete(index)
  }
  return { text: toHiragana(plain), starts, ends }
}
