import type { Language } from '../domain/language.ts'
import type { Texts } from '../domain/texts-by-language.ts'

/** The language of the page, which is the person's: the worker served it by their choice. */
export function pageLanguage(): Language {
  return document.documentElement.lang as Language
}

/** The text in a language; the English one where it is missing or empty. */
export const textIn = (texts: Texts, language: Language = pageLanguage()): string =>
  texts[language] || texts.en
