import * as errorCode from '../../api/error-code.ts'
import type { FilterName } from '../../domain/filter/judge-post.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'

/** Explanations of rare refusals, by field or number of the error (`docs/product.md#filters`). */
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

/** Why a filter holds a post, by its name. */
const reasons: Record<FilterName, MessageKey> = {
  words: 'posting.held.words',
  links: 'posting.held.links',
  firstPost: 'posting.held.firstPost',
  everyPost: 'posting.held.everyPost',
  repeat: 'posting.held.repeat',
}

/**
 * Returns the sentence for a refused post; `undefined` for a field that is not known. Consent is asked for in a dialog
 * as well.
 */
export async function explainRefusal(t: Translate, field = ''): Promise<string | undefined> {
  const key = messages[field]
  if (!key) return undefined
  if (field === 'terms') await askForConsent()
  return t(key)
}

/** Returns the sentence for a post that is held, with the reason (`docs/product.md#filters`). */
export function explainHold(t: Translate, filter: string | undefined): string {
  const reason = reasons[filter as FilterName] ?? 'posting.held.other'
  return t('posting.held', { reason: t(reason) })
}

async function askForConsent(): Promise<void> {
  // The stored user may be older than the terms.
  if (!$user.get()?.termsDue) await (await import('../../stores/session-on-demand.ts')).reloadUser()
  const version = $user.get()?.termsDue
  if (version) $dialog.set({ name: 'terms', version })
}
