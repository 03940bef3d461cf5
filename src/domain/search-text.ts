/** UTF-16 units. */
export const SEARCH_LENGTH = 100

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60

export const toHiragana = (text: string): string =>
  text.replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))

/** For comparison: NFKC, lower case, hiragana for katakana. */
const foldForSearch = (text: string): string => toHiragana(text.normalize('NFKC').toLowerCase())

/** Folded words, all of which must match. */
export function searchWords(search: string): string[] {
  return foldForSearch(search).split(/\s+/).filter(Boolean)
}

export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = foldForSearch(text)
  return words.every((word) => folded.includes(word))
}

/** The text in parts, in turn outside and inside what a search found: the first is outside, perhaps empty. */
export function partsByMatch(text: string, search: string): string[] {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const folded = letters.map(foldForSearch)
  const whole = folded.join('')
  const found = new Set<number>()
  for (const word of searchWords(search))
    for (let start = whole.indexOf(word); start >= 0; start = whole.indexOf(word, start + 1))
      for (let unit = start; unit < start + word.length; unit++) found.add(unit)
  const parts = ['']
  let unit = 0
  for (const [index, letter] of letters.entries()) {
    const isInside = parts.length % 2 === 0
    const end = unit + folded[index]!.length
    let isFound = false
    for (; unit < end; unit++) isFound ||= found.has(unit)
    if (isFound !== isInside) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}
