import { languageOf, languages } from '../domain/language.ts'
import { messagesFor } from '../i18n/server.ts'
import type { MessageKey, Messages } from '../i18n/translate.ts'
import type { Statements } from '../islands/operator/statement-draft.ts'
import { failureTexts } from '../islands/ui/failure-text.ts'

export const dateKeys = 'dd_mm_yyyy amPmHhMm month weekday'
export const deskKeys = `${dateKeys} dialog.cancel desk.failed desk.home desk.loading desk.more desk.ownSection desk.refused desk.views`
export const translationKeys = `desk.translate post.by post.byDevice post.downloading post.notTranslated post.stop
  post.translating post.translationLimit`
export const passwordKeys = 'password.show password.showShort password.hide password.hideShort'

export const failureKeys: readonly MessageKey[] = [
  ...Object.values(failureTexts),
  'error.maintenance',
  'error.network',
  'error.retry',
  'error.server',
  'error.tooManyAttemptsFor',
]

/**
 * An island's messages, and those for failed calls.
 * @param prefixes keys and their beginnings, separated by spaces
 */
export const islandMessages = (locale: string | undefined, prefixes: string): Messages =>
  messagesFor(languageOf(locale), [...prefixes.split(/\s+/), ...failureKeys])

const inEveryLanguage = (...keys: string[]) =>
  Object.fromEntries(languages.map((each) => [each, messagesFor(each, keys)])) as Statements

/** Templates of decisions, in each author's language. */
export const statements = inEveryLanguage('statement', 'category')

/** The title of an announcement's dialog. */
export const newsTitles = inEveryLanguage('dialog.updateInfo.title')
