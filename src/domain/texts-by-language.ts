import { languages, type Language } from './language.ts'

export type FurtherLanguage = Exclude<Language, 'en' | 'ja'>

/**
 * The contract gives a text in English with its translations beside it: Japanese as `jp`, any further language by its
 * own code (`docs/product.md#question`). Only Japanese is always there: a remote service need not know every language
 * of this site.
 */
export type Translations<Value> = { jp: Value } & Partial<Record<FurtherLanguage, Value>>

/** A text in every language; one beyond English and Japanese may be missing. */
export type Texts = Readonly<{ en: string; ja: string } & Partial<Record<FurtherLanguage, string>>>

/** Whether texts may lack this language: English and Japanese are always there. */
export const isFurther = (language: Language): language is FurtherLanguage =>
  language !== 'en' && language !== 'ja'

/** Pure, so that a browser's bundle that does not use it leaves it out. */
export const furtherLanguages = /* @__PURE__ */ languages.filter(isFurther)

/** The value in a language; in English where it has no translation. */
export function inLanguage<Value>(
  english: Value,
  translations: Translations<Value>,
  language: Language,
): Value {
  if (language === 'en') return english
  return (language === 'ja' ? translations.jp : translations[language]) ?? english
}

/**
 * Splits values by language as the contract has them. A value that is missing in English or in Japanese is the one of
 * the other.
 */
export function splitTranslations<Value, Shown>(
  values: Partial<Record<Language, Value | null>>,
  missing: Value,
  show: (value: Value) => Shown,
): { english: Shown; translations: Translations<Shown> } {
  const english = show(values.en ?? values.ja ?? missing)
  const jp = show(values.ja ?? values.en ?? missing)
  const further = furtherLanguages.flatMap((language) => {
    const value: Value | null | undefined = values[language]
    return value == null ? [] : [[language, show(value)] as const]
  })
  return { english, translations: { jp, ...Object.fromEntries(further) } }
}
