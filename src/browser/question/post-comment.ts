import { codeOf, isTransient, serverNow, type Answer } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { commentProblem, normalizeComment } from '../../domain/comment.ts'
import type { Comment } from '../../domain/question.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { addPending, dropPending, settlePending } from '../../stores/comments.ts'
import { clearDraft, keyFor } from '../../stores/draft-key.ts'
import { addOwnPost } from '../../stores/own-posts.ts'
import { callAsPerson } from '../../stores/call-as-person.ts'
import { $user } from '../../stores/user.ts'

/** Why a post was refused, in words, and whether signing in would help or the question's day is over. */
export interface Refusal {
  message: MessageKey
  needsLogin?: boolean
  isClosed?: boolean
}

const refusals: Record<number, MessageKey> = {
  [errorCode.userNotActivated]: 'composer.error.notActivated',
  [errorCode.userBanned]: 'composer.error.banned',
  [errorCode.userTemporarilyBanned]: 'composer.error.temporarilyBanned',
  [errorCode.tooManyAttempts]: 'composer.error.limit',
  [errorCode.dataNotAvailable]: 'composer.error.text',
}

/** What keeps a text from being sent at all: `empty`, or words for it. */
export function textProblem(text: string): MessageKey | 'empty' | undefined {
  const problem = commentProblem(normalizeComment(text))
  if (problem === 'tooLong') return 'composer.error.tooLong'
  return problem === 'controlCharacter' ? 'composer.error.text' : problem
}

/**
 * Posts a text: it stands in the list at once, and is taken back where the server refuses it.
 * @param typedSince what stands in the field when the answer comes
 * @returns why it was refused; nothing when it is stored
 */
export async function postComment(
  questionId: string,
  raw: string,
  typedSince: () => string,
): Promise<Refusal | undefined> {
  const text = normalizeComment(raw)
  const key = keyFor(questionId, text)
  addPending({ ...sketch(text), key })
  const answer = await callAsPerson<Comment[]>('comment', '/comment', {
    method: 'POST',
    body: { questionId, text },
    headers: { 'Idempotency-Key': key },
  })
  const [stored] = answer.ok ? answer.results : []
  if (!stored) {
    dropPending(key)
    return refusalOf(answer)
  }
  settlePending(key, stored)
  addOwnPost(stored.commentId)
  clearDraft(questionId, typedSince())
  countPost(stored.userId).catch(() => undefined)
  return undefined
}

async function countPost(userId: string): Promise<void> {
  const feedback = await import('../notices/feedback.ts')
  await feedback.countPost(userId)
}

/** One's comment as it looks before the server has stored it. */
function sketch(text: string): Comment {
  const user = $user.get()
  return {
    commentId: '',
    userId: user?.userId ?? '',
    text,
    lastUpdated: Math.floor(serverNow() / 1000),
    userOptions: { picture: user?.pictureLink ?? '', username: user?.username ?? '' },
  }
}

function refusalOf(answer: Answer<unknown>): Refusal {
  if (answer.ok) return { message: 'composer.error.server' }
  if (answer.error === 'network') return { message: 'composer.error.network' }
  if (isTransient(answer)) return { message: 'composer.error.server' }
  if (answer.error.httpCode === 401) return { message: 'composer.error.session', needsLogin: true }
  if (answer.error.field === 'questionId') {
    return { message: 'composer.error.closed', isClosed: true }
  }
  return { message: refusals[codeOf(answer) ?? 0] ?? 'composer.error.server' }
}
