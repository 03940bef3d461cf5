import type { Comment } from '../contract/schemas.ts'
import {
  isSame,
  pendingComments,
  setComments,
  storedComments,
  type ShownComment,
} from './comments.ts'

/** Loaded only by a page that has missed so much that it reads the newest comments again. */

/** Merges the server's newest comments (newest last) into the list and keeps earlier ones already loaded. */
export function mergeNewest(newest: readonly Comment[]): void {
  setComments([...withNewest(storedComments(), newest, pendingComments()), ...stillPending(newest)])
}

function withNewest(
  shown: readonly ShownComment[],
  newest: readonly Comment[],
  sent: readonly ShownComment[],
): ShownComment[] {
  const indexOf = new Map(newest.map(({ commentId }, index) => [commentId, index]))
  const firstShared = shown.findIndex(({ commentId }) => indexOf.has(commentId))
  const from = firstShared < 0 ? 0 : indexOf.get(shown[firstShared]!.commentId)!
  // Comments before the server's oldest are kept; where the server reaches further back, they have been deleted.
  const earlier = firstShared > 0 && from === 0 ? shown.slice(0, firstShared) : []
  const known = new Map(shown.map((comment) => [comment.commentId, comment]))
  const merged = newest
    .slice(from)
    .map((comment) => ({ ...comment, ...keyOf(comment, known.get(comment.commentId), sent) }))
  return [...earlier, ...merged]
}

/** A comment whose event comes before its own response keeps the key it was sent with. */
function keyOf(
  comment: Comment,
  shown: ShownComment | undefined,
  sent: readonly ShownComment[],
): { key?: string } {
  const own = shown ?? sent.find((other) => isSame(other, comment))
  return own?.key === undefined ? {} : { key: own.key }
}

function stillPending(newest: readonly Comment[]): ShownComment[] {
  const known = new Set(storedComments().map(({ commentId }) => commentId))
  const fresh = newest.filter(({ commentId }) => !known.has(commentId))
  return pendingComments().filter((sent) => !fresh.some((comment) => isSame(sent, comment)))
}
