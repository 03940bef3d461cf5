import type { Language } from './language.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LATIN_LETTER = /\p{Script=Latin}/u

/**
 * Returns the language that the letters of a text show: Japanese for kana or kanji, English for Latin letters on a
 * Japanese page. Otherwise returns the language of the page: for Latin letters there, for a text without words, and for
 * any other script.
 */
export function writtenLanguage(text: string, page: Language): Language {
  if (JAPANESE.test(text)) return 'ja'
  return page === 'ja' && LATIN_LETTER.test(text) ? 'en' : page
}
