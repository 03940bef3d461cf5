/** Searching in what people wrote, in either language, however it was typed. */

/** Longest search, in UTF-16 code units. */
export const SEARCH_LENGTH = 100

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60

/**
 * The form in which texts are compared: full-width and half-width alike (NFKC), without regard to case, hiragana for
 * katakana.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
}

/** The words of a search, folded; what is searched for holds every one of them. */
export function searchWords(search: string): string[] {
  return foldForSearch(search).split(/\s+/).filter(Boolean)
}

/** Whether a text holds every word of `searchWords`. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = foldForSearch(text)
  return words.every((word) => folded.includes(word))
}
