import { type CallResult, errorCode, isTransient } from '../../api/result.ts'
import { serverNow } from '../../api/server-clock.ts'
import { commentProblem, normalizeComment } from '../../domain/comment.ts'
import { endTime } from '../../i18n/end-time.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { addPending, dropPending, settlePending } from '../../stores/optimistic-comments.ts'
import { storedComments, type ShownComment } from '../../stores/comments.ts'
import { $dialog } from '../../stores/dialog.ts'
import { dropSent, keyFor } from '../../stores/sent-draft.ts'
import { addOwnComment } from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { showHeldPosts } from './use-own-posts.ts'

/** Why a post was refused: also for a missing login or an ended day. */
interface Refusal {
  message: MessageKey
  values?: Record<string, string>
  field?: string | undefined
}

/** Sentences of refusals, by field or error number (`docs/product.md#filters`). */
const refusals: Record<string, MessageKey> = {
  terms: 'posting.terms',
  repeat: 'posting.repeat',
  links: 'posting.links',
  words: 'posting.words',
  pace: 'posting.pace',
  [errorCode.tooManyAttempts]: 'composer.error.limit',
  [errorCode.dataNotAvailable]: 'composer.error.characters',
  [errorCode.userNotActivated]: 'composer.error.notActivated',
  [errorCode.userBanned]: 'composer.error.banned',
  [errorCode.userTemporarilyBanned]: 'composer.error.temporarilyBanned',
}

/** Why a text cannot be sent. */
export function textProblem(text: string): MessageKey | undefined {
  const problem = commentProblem(normalizeComment(text))
  return problem && `composer.error.${problem}`
}

/**
 * Posts a text optimistically; removes it if refused.
 * @param anyway the person confirmed after a warning
 * @returns why it was refused or held; `undefined` when public
 */
export async function sendComment(
  questionId: string,
  raw: string,
  anyway: boolean,
): Promise<Refusal | { held: string } | undefined> {
  const text = normalizeComment(raw)
  const key = keyFor(questionId, text)
  addPending({ ...unsentComment(text), key })
  const post = anyway ? { questionId, text, anyway } : { questionId, text }
  const headers = { 'Idempotency-Key': key }
  const response = await call('comment', 'POST /comment', post, { headers })
  const [stored] = response.ok ? response.results : []
  if (!stored) {
    // Its live event may have come instead of the answer.
    const arrived = storedComments().find((comment) => comment.key === key)
    if (arrived) addOwnComment(arrived.commentId)
    dropPending(key)
    // What was posted with the key is deleted.
    if (response.code === errorCode.dataNotFound) dropSent(questionId)
    return arrived ? undefined : refusalOf(response)
  }
  addOwnComment(stored.commentId)
  if (!stored.hidden) {
    settlePending(key, stored)
    return undefined
  }
  dropPending(key)
  showHeldPosts([stored])
  // A filter of a later version has no reason of its own.
  const reason = t(`posting.held.${stored.hidden.filter as 'links'}`)
  return { held: reason.startsWith('posting.') ? t('posting.held.other') : reason }
}

function unsentComment(text: string): ShownComment {
  const user = $user.get()
  return {
    commentId: '',
    userId: user?.userId ?? '',
    text,
    lastUpdated: Math.floor(serverNow() / 1000),
    userOptions: { picture: user?.pictureLink ?? '', username: user?.username ?? '' },
  }
}

function refusalOf(response: CallResult<unknown>): Refusal {
  if (response.status === 0) return { message: 'composer.error.network' }
  if (!response.ok && response.isMaintenance && response.retryAfter) {
    const values = endTime(serverNow() / 1000 + response.retryAfter)
    return { message: 'composer.error.maintenance', values }
  }
  if (response.ok || isTransient(response)) return { message: 'composer.error.server' }
  // The page is being left, and the next one says so too.
  if (response.status === 401) return { message: 'composer.error.session' }
  if (response.field === 'questionId') return { message: 'composer.error.closed' }
  const { code = 0 } = response
  const isPaced = code === errorCode.tooManyAttempts && response.retryAfter
  const field = isPaced ? 'pace' : response.field
  return { message: refusals[field ?? ''] ?? refusals[code] ?? 'composer.error.server', field }
}

/** Opens the dialog of the terms; the stored user may predate them. */
export async function askForConsent(): Promise<void> {
  if (!$user.get()?.termsDue)
    await import('../../stores/session-on-demand.ts').then((script) => script.reloadUser())
  const version = $user.get()?.termsDue
  if (version) $dialog.set({ name: 'terms', version })
}
