import type { Language } from '../domain/language.ts'
import { messagesFor } from '../i18n/server.ts'
import type { Messages } from '../i18n/translate.ts'
import { failureKeys } from '../islands/ui/failure-text.ts'

/** For dates with their time. */
export const dateKeys = ['dd_mm_yyyy', 'amPmHhMm', 'month', 'weekday']
export const deskKeys = [...dateKeys, 'desk.home', 'desk.loading', 'desk.refused', 'desk.retry']
export const passwordKeys = ['show', 'showShort', 'hide', 'hideShort'].map(
  (key) => `password.${key}`,
)

/** An island's messages, and those for failed calls. */
export const islandMessages = (language: Language, prefixes: readonly string[]): Messages =>
  messagesFor(language, [...prefixes, ...failureKeys])
