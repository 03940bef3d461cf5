import * as errorCode from '../../api/error-code.ts'
import type { FilterName } from '../../domain/filter/judge-post.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'

/** Sentences of rare refusals, by field or error number (`docs/product.md#filters`). */
const messages: Record<string, MessageKey> = {
  terms: 'posting.terms',
  repeat: 'posting.repeat',
  links: 'posting.links',
  words: 'posting.words',
  pace: 'posting.pace',
  [errorCode.userNotActivated]: 'composer.error.notActivated',
  [errorCode.userBanned]: 'composer.error.banned',
  [errorCode.userTemporarilyBanned]: 'composer.error.temporarilyBanned',
}

const reasons: Record<FilterName, MessageKey> = {
  words: 'posting.held.words',
  links: 'posting.held.links',
  firstPost: 'posting.held.firstPost',
  everyPost: 'posting.held.everyPost',
  repeat: 'posting.held.repeat',
}

/**
 * The sentence of a refusal; `undefined` for unknown fields. Missing consent also opens its dialog.
 */
export async function explainRefusal(t: Translate, field = ''): Promise<string | undefined> {
  const key = messages[field]
  if (!key) return undefined
  if (field === 'terms') await askForConsent()
  return t(key)
}

/** The sentence of a held post (`docs/product.md#filters`). */
export function explainHold(t: Translate, filter: string | undefined): string {
  const reason = reasons[filter as FilterName] ?? 'posting.held.other'
  return t('posting.held', { reason: t(reason) })
}

async function askForConsent(): Promise<void> {
  // The stored user may predate the terms.
  if (!$user.get()?.termsDue) await (await import('../../stores/session-on-demand.ts')).reloadUser()
  const version = $user.get()?.termsDue
  if (version) $dialog.set({ name: 'terms', version })
}
