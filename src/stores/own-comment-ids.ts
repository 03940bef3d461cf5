import { atom, computed } from 'nanostores'
import type { OwnComment } from '../contract/schemas.ts'
import { call } from './call.ts'
import { $comments } from './comments.ts'
import { $user } from './user.ts'

const $stored = atom<readonly string[] | undefined>()

/** Number of the person's comments including pending ones; `undefined` until known. */
export const $ownCommentCount = computed([$stored, $comments, $user], (stored, comments, user) => {
  if (!stored || !user) return undefined
  const own = comments.filter(({ userId }) => userId === user.userId)
  const pendingCount = own.filter(({ isPending }) => isPending).length
  const seen = own.filter(({ isPending }) => !isPending).map(({ commentId }) => commentId)
  return new Set([...stored, ...seen]).size + pendingCount
})

/** Fetches the ids: the list may not reach back to the person's first comment. */
export async function loadOwnComments(
  questionId: string,
  userId: string,
): Promise<readonly OwnComment[]> {
  const response = await call('comment', 'GET /comment', { userId, limit: '10' })
  if (!response.ok) return []
  const own = response.results.filter(({ question }) => question.questionId === questionId)
  $stored.set(own.map(({ commentId }) => commentId))
  return own
}

export function addOwnComment(commentId: string): void {
  $stored.set([...($stored.get() ?? []), commentId])
}

export function removeOwnComment(commentId: string): void {
  const stored = $stored.get()
  if (stored) $stored.set(stored.filter((other) => other !== commentId))
}
