/** The two languages of the interface (`product.md §4`, `screens.md` Language). */
export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

const FIRST_LANGUAGE: Language = 'ja'
const FALLBACK_LANGUAGE: Language = 'en'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** `ja` for a text with kana: it breaks at phrases and has Japanese forms on an English page too. */
export const writtenLanguage = (text: string) => (/[ぁ-ヺ]/.test(text) ? 'ja' : undefined)

/** No stored value is the first start: Japanese. A stored value other than the two: English. */
export function languageOf(stored: string | null | undefined): Language {
  if (stored === null || stored === undefined) return FIRST_LANGUAGE
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE
}
