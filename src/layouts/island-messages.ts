import type { Language } from '../domain/language.ts'
import { messagesFor } from '../i18n/server.ts'
import type { Messages } from '../i18n/translate.ts'
import { failureKeys } from '../islands/ui/failure-text.ts'

/** The messages of an island that makes calls: its own, by `messagesFor`, and those about calls that fail. */
export const islandMessages = (language: Language, prefixes: readonly string[]): Messages =>
  messagesFor(language, [...prefixes, ...failureKeys])
