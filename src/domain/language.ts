/** Two letters each: a two-letter first path segment is always a language. See `docs/product.md#languages`. */
export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

/** Each in itself. `Intl.DisplayNames` takes a phone tens of milliseconds. */
export const languageNames: Record<Language, string> = { ja: '日本語', en: 'English' }

export const FIRST_LANGUAGE: Language = 'ja'
export const FALLBACK_LANGUAGE: Language = 'en'

/** The next language, for a single switch link. */
export const otherLanguage = (language: Language): Language =>
  languages[languages.indexOf(language) + 1] ?? FIRST_LANGUAGE

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** Japanese without a stored value, English for an unknown one. */
export function languageOf(stored: string | null | undefined): Language {
  if (stored === null || stored === undefined) return FIRST_LANGUAGE
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE
}

/** Address of the words that load on demand. */
export const wordsPath = (language: string): string => `/words.${language}.json`

export const localizedPath = (language: Language, path: string): string =>
  `/${language}${path === '/' ? '' : path}`
