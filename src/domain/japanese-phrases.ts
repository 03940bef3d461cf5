import type { Language } from './language.ts'

/** Hiragana words that allow a break before them after a particle or kanji; nouns after a verb or adjective. */
const WORDS =
  'あなた|どんな|どこ|どちら|どれ|どの|どう|だれ|いつ|いちばん|ひとつ|つい|まず|これ|それ|ここ|ほか|はじめて|うれし|ありま|あれば'
const NOUNS =
  'もの|こと|とき|ところ|ほう|ため|あいだ|かわり|ころ|まま|わけ|けれど|ひと手間|ひと言|ほめ言葉|おかず|おまじない|うれし'

/**
 * Start of a Japanese phrase: after punctuation; at a kanji, katakana or digit after hiragana, but not inside a
 * compound verb (思い浮かぶ) nor after お and ご; after を and after a particle that follows a kanji; at some words.
 */
const PHRASE_START = new RegExp(
  [
    '(?<=[、。？！])(?![、。？！」』）])',
    '(?<=[\\p{Script=Hiragana}」』）])(?<![おご]|気に|くり|ひと|ほめ|\\p{Script=Han}[いきしちみりびぎけえめれん])' +
      '(?=[\\p{Script=Han}\\p{Script=Katakana}A-Za-z0-9「『（])',
    '(?<=を|[\\p{Script=Han}\\p{Script=Katakana}ー][がはにも])(?=\\p{Script=Hiragana}{2})(?![っゃゅょんらりるれろうはもの])',
    '(?<=いちばん|みんな)(?=\\p{Script=Hiragana}{2})',
    `(?<=[はがをにでもとのだてら\\p{Script=Han}])(?=${WORDS})`,
    `(?<=[るたいうくすむなの])(?<![そこ]の)(?=(?:${NOUNS})(?!う))`,
  ].join('|'),
  'gu',
)

/** Splits a text where its lines may break. Chromium's `auto-phrase` breaks inside words. */
export function phrasesOf(text: string, language: Language): string[] {
  const starts = language === 'ja' ? [0, ...phraseStarts(text)] : [0]
  return starts.map((start, index) => text.slice(start, starts[index + 1]))
}

/** UTF-16 offsets at which phrases begin, without 0 and the end. */
export function phraseStarts(text: string): Set<number> {
  const starts = Array.from(text.matchAll(PHRASE_START), ({ index }) => index)
  return new Set(starts.filter((start) => start > 0 && start < text.length))
}
