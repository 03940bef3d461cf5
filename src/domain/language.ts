/**
 * The languages of the interface (`docs/product.md#languages`), two letters each: in an address, a first segment of
 * two letters is a language and nothing else.
 */
export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

export const FIRST_LANGUAGE: Language = 'ja'
export const FALLBACK_LANGUAGE: Language = 'en'

/** The language that a single link to switch leads to: the next of the list. */
export const otherLanguage = (language: Language): Language =>
  languages[languages.indexOf(language) + 1] ?? FIRST_LANGUAGE

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** No stored value is the first start: Japanese. A stored value that is no language: English. */
export function languageOf(stored: string | null | undefined): Language {
  if (stored === null || stored === undefined) return FIRST_LANGUAGE
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE
}

/** A page's path with its language. */
export const localizedPath = (language: Language, path: string): string =>
  `/${language}${path === '/' ? '' : path}`
