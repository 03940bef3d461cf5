import { languageOf, type Language } from '../domain/language.ts'

/** The language of the page, which is the person's: the worker served it by their choice. */
export function pageLanguage(): Language {
  return languageOf(document.documentElement.lang)
}

/** A language's name in the page's language. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames(pageLanguage(), { type: 'language' }).of(language) ?? language
}
