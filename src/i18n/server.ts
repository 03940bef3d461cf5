import en from '../../locales/en.json'
import ja from '../../locales/ja.json'
import type { Language } from '../domain/language.ts'
import { translate, type MessageKey, type Messages, type Translate } from './translate.ts'

/** Both languages: for pages and the worker, too large for an island. */
const locales: Record<Language, Record<MessageKey, string>> = { ja, en }

export function translator(language: Language): Translate {
  return translate(locales[language])
}

const chosen = new Map<string, Messages>()

/**
 * Selects the messages for an island's prop. Cached, so that every page gets the same object.
 * @param prefixes whole keys, or first parts such as `login` for every `login.…`
 */
export function messagesFor(language: Language, prefixes: readonly string[]): Messages {
  const name = `${language} ${prefixes.join()}`
  const known = chosen.get(name)
  if (known) return known
  const isWanted = (key: string) =>
    prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix}.`))
  const entries = Object.entries(locales[language]).filter(([key]) => isWanted(key))
  const messages = Object.freeze(Object.fromEntries(entries))
  chosen.set(name, messages)
  return messages
}
