import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import { languageNames, languageOf, languages, type Language } from '../domain/language.ts'
import { translate, type MessageKey, type Messages, type Translate } from './translate.ts'

interface Locale {
  texts: Record<MessageKey, string>
  /** BCP 47, with the region for spelling and dates. */
  tag: string
}

/** For pages and the worker only: too large for an island. */
const locales: Record<Language, Locale> = {
  ja: { texts: ja, tag: 'ja-JP' },
  en: { texts: en, tag: 'en-GB' },
}

const displayNames = new Map(
  languages.map((language) => [language, new Intl.DisplayNames(language, { type: 'language' })]),
)
export const nameOfLanguage = (language: Language, inLanguage: Language): string =>
  displayNames.get(inLanguage)?.of(language) ?? languageNames[language]
export const languageTag = (language: Language): string => locales[language].tag

export const textsOf = (language: Language): Messages => locales[language].texts

export function translator(language: Language): Translate {
  return translate(locales[language].texts)
}

export function localeOf(locale: string | undefined): { language: Language; t: Translate } {
  const language = languageOf(locale)
  return { language, t: translator(language) }
}

const chosen = new Map<string, Messages>()

/**
 * Cached, so that every page shares the object.
 * @param prefixes keys, or first parts such as `login`
 */
export function messagesFor(language: Language, prefixes: readonly string[]): Messages {
  const name = `${language} ${prefixes.join()}`
  const known = chosen.get(name)
  if (known) return known
  const isWanted = (key: string) =>
    prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix}.`))
  const entries = Object.entries(locales[language].texts).filter(([key]) => isWanted(key))
  const messages = Object.freeze(Object.fromEntries(entries))
  chosen.set(name, messages)
  return messages
}
