import type { Language } from './language.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LATIN_LETTER = /\p{Script=Latin}/u

/** Whether it has a letter of the language's script, or none at all. */
export const isInScriptOf = (language: Language, text: string): boolean =>
  (language === 'ja' ? JAPANESE : LATIN_LETTER).test(text) || !/\p{L}/u.test(text)

/** By script: Japanese for kana or kanji, English for Latin on a Japanese page, else the page's language. */
export function writtenLanguage(text: string, page: Language): Language {
  if (JAPANESE.test(text)) return 'ja'
  return page === 'ja' && LATIN_LETTER.test(text) ? 'en' : page
}
