import type { Comment } from '../contract/schemas.ts'
import { $comments, pendingComments, storedComments, type ShownComment } from './comments.ts'

/** Optimistic update; a separate module, since only pages of people who write load it. */
export function addPending(comment: ShownComment): void {
  $comments.set([...$comments.get(), { ...comment, isPending: true }])
}

/** Replaces the pending comment with the stored one; its event may have come first. */
export function settlePending(key: string, comment: Comment): void {
  if (storedComments().some(({ commentId }) => commentId === comment.commentId))
    return dropPending(key)
  const others = pendingComments().filter((other) => other.key !== key)
  $comments.set([...storedComments(), { ...comment, key, isUnconfirmed: true }, ...others])
}

export function dropPending(key: string): void {
  $comments.set($comments.get().filter((comment) => comment.key !== key || !comment.isPending))
}

/** Of one post, or of all by a person: its deletion or mute is under way. */
export function markLeaving(
  { commentId, userId }: { commentId?: string; userId?: string },
  isLeaving: boolean,
): void {
  const isOne = (one: ShownComment) => one.commentId === commentId || one.userId === userId
  $comments.set($comments.get().map((one) => (isOne(one) ? { ...one, isLeaving } : one)))
}

export function removeComment(commentId: string): void {
  $comments.set($comments.get().filter((comment) => comment.commentId !== commentId))
}
