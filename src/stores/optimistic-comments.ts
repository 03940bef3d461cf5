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

export function removeComment(commentId: string): void {
  $comments.set($comments.get().filter((comment) => comment.commentId !== commentId))
}
