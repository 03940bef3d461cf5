import type { Language } from '../domain/language.ts'
import { pageLanguage } from './language.ts'

/** A language's name in the page's language. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames(pageLanguage(), { type: 'language' }).of(language) ?? language
}
