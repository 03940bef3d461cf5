/** Hiragana words before which a line may break after a particle or a kanji, and nouns after a verb or adjective. */
const WORDS =
  'あなた|どんな|どこ|どちら|どれ|どの|どう|だれ|いつ|いちばん|ひとつ|つい|まず|これ|それ|ここ|ほか'
const NOUNS = 'もの|こと|とき|ところ|ほう|ため|あいだ|かわり|ころ'

/**
 * Where a Japanese phrase begins: after punctuation; at a kanji, katakana or figure after hiragana, but not inside a
 * compound verb (思い浮かぶ) nor after お and ご; after を and after a particle that follows a kanji; at some words.
 */
const PHRASE_START = new RegExp(
  [
    '(?<=[、。？！])(?![、。？！」』）])',
    '(?<=[\\p{Script=Hiragana}」』）])(?<![おご]|気に|くり|ひと|ほめ|\\p{Script=Han}[いきしちみりびぎけえめれん])' +
      '(?=[\\p{Script=Han}\\p{Script=Katakana}A-Za-z0-9「『（])',
    '(?<=を|[\\p{Script=Han}\\p{Script=Katakana}ー][がはにも])(?=\\p{Script=Hiragana}{2})(?![っゃゅょんらりるれろうはもの])',
    `(?<=[はがをにでもとのだ\\p{Script=Han}])(?=${WORDS})`,
    `(?<=[るたいうくすむなの])(?=(?:${NOUNS})(?!う))`,
  ].join('|'),
  'gu',
)

/** Offsets at which a phrase begins, in UTF-16 units, without the beginning of the text. */
export function phraseStarts(text: string): Set<number> {
  const starts = Array.from(text.matchAll(PHRASE_START), ({ index }) => index)
  return new Set(starts.filter((start) => start > 0))
}
