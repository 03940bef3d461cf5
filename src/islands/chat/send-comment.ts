import { codeOf, isTransient, type CallResult } from '../../api/result.ts'
import { serverNow } from '../../api/server-clock.ts'
import * as errorCode from '../../api/error-code.ts'
import { commentProblem, normalizeComment } from '../../domain/comment.ts'
import { endTime } from '../../i18n/end-time.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { addPending, dropPending, settlePending } from '../../stores/optimistic-comments.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { keyFor } from '../../stores/draft-key.ts'
import { addOwnComment } from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { showHeldPosts } from './held-posts.ts'

interface Held {
  filter: string | undefined
}

/** Why a post was refused: also for a missing login or an ended day. */
interface Refusal {
  message: MessageKey
  values?: Record<string, string>
  /** The page is being left for home. */
  isSessionEnded?: boolean
  isClosed?: boolean
  /** Refused field, else the error number, for `explain-refusal.ts`. */
  field?: string | undefined
}

const refusals: Record<number, MessageKey> = {
  [errorCode.tooManyAttempts]: 'composer.error.limit',
  [errorCode.dataNotAvailable]: 'composer.error.text',
}

/** Why a text cannot be sent: `empty`, or a message. */
export function textProblem(text: string): MessageKey | 'empty' | undefined {
  const problem = commentProblem(normalizeComment(text))
  if (problem === 'tooLong') return 'composer.error.tooLong'
  return problem === 'controlCharacter' ? 'composer.error.text' : problem
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
): Promise<Refusal | { held: Held } | undefined> {
  const text = normalizeComment(raw)
  const key = keyFor(questionId, text)
  addPending({ ...unsentComment(text), key })
  // Loaded before the response, after which the page may unload.
  const feedback = import('../../browser/every-page/feedback.ts').catch(() => undefined)
  const post = anyway ? { questionId, text, anyway } : { questionId, text }
  const headers = { 'Idempotency-Key': key }
  const response = await call('comment', 'POST /comment', post, { headers })
  const [stored] = response.ok ? response.results : []
  if (!stored) {
    dropPending(key)
    return refusalOf(response)
  }
  if (stored.hidden) dropPending(key)
  else settlePending(key, stored)
  addOwnComment(stored.commentId)
  void feedback.then((script) => script?.notePost($user.get()?.userId ?? ''))
  if (stored.hidden) {
    showHeldPosts([stored])
    return { held: { filter: stored.hidden.filter } }
  }
  return undefined
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
  if (response.ok) return { message: 'composer.error.server' }
  if (response.error === 'network') return { message: 'composer.error.network' }
  if (response.isMaintenance && response.retryAfter) {
    const values = endTime(serverNow() / 1000 + response.retryAfter)
    return { message: 'composer.error.maintenance', values }
  }
  if (isTransient(response)) return { message: 'composer.error.server' }
  if (response.error.httpCode === 401)
    return { message: 'composer.error.session', isSessionEnded: true }
  if (response.error.field === 'questionId') {
    return { message: 'composer.error.closed', isClosed: true }
  }
  const code = codeOf(response) ?? 0
  const message = refusals[code] ?? 'composer.error.server'
  const isPaced = message === 'composer.error.limit' && response.retryAfter
  return { message, field: isPaced ? 'pace' : (response.error.field ?? `${code}`) }
}
