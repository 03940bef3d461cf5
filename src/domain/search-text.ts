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
