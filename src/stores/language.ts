import type { Language } from '../domain/language.ts'
import type { Texts } from '../domain/texts-by-language.ts'

/** The page's language; the worker served it by the person's choice. */
export function pageLanguage(): Language {
  return document.documentElement.lang as Language
}

export const textIn = (texts: Texts, language: Language = pageLanguage()): string =>
  texts[language] || texts.en
