import type { Language } from '../domain/language.ts'

/** The language of the page, which is the person's: the worker served it by their choice. */
export function pageLanguage(): Language {
  return document.documentElement.lang as Language
}
