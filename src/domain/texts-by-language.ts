import { languages, type Language } from './language.ts'

export type FurtherLanguage = Exclude<Language, 'en' | 'ja'>

/** Japanese is `jp`, others their code (`docs/product.md#question`); remote services may lack further ones. */
export type Translations<Value> = { jp: Value } & Partial<Record<FurtherLanguage, Value>>

/** Only English and Japanese are required. */
export type Texts = Readonly<{ en: string; ja: string } & Partial<Record<FurtherLanguage, string>>>

/** English and Japanese are required, further languages optional. */
export const isFurther = (language: Language): language is FurtherLanguage =>
  language !== 'en' && language !== 'ja'

/** Marked pure for tree shaking. */
export const furtherLanguages = /* @__PURE__ */ languages.filter(isFurther)

export function inLanguage<Value>(
  english: Value,
  translations: Translations<Value>,
  language: Language,
): Value {
  if (language === 'en') return english
  return (language === 'ja' ? translations.jp : translations[language]) ?? english
}

/** Splits values into the contract's shape. English and Japanese replace each other when missing. */
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
