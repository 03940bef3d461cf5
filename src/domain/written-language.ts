import type { Language } from './language.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LATIN_WORD = /\p{Script=Latin}/u

/**
 * Returns the language that the letters of a text show: Japanese for kana or kanji, English for Latin letters.
 * A text without words, such as digits or emoji, and any other script belong to the page's language.
 */
export function writtenLanguage(text: string): Language | undefined {
  if (JAPANESE.test(text)) return 'ja'
  return LATIN_WORD.test(text) ? 'en' : undefined
}
