/** UTF-16 units. */
export const SEARCH_LENGTH = 100

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60

/** For comparison: NFKC, lower case, hiragana for katakana. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
}

/** Folded words, all of which must match. */
export function searchWords(search: string): string[] {
  return foldForSearch(search).split(/\s+/).filter(Boolean)
}

export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = foldForSearch(text)
  return words.every((word) => folded.includes(word))
}
