import type { Language } from '../domain/language.ts'
import { messagesFor } from '../i18n/server.ts'
import type { Messages } from '../i18n/translate.ts'
import { failureKeys } from '../islands/ui/failure-text.ts'

/** An island's messages, and those for failed calls. */
export const islandMessages = (language: Language, prefixes: readonly string[]): Messages =>
  messagesFor(language, [...prefixes, ...failureKeys])
