import type { Comment } from '../contract/schemas.ts'
import {
  isSame,
  pendingComments,
  setComments,
  storedComments,
  type ShownComment,
} from './comments.ts'

/** Loaded only by pages that missed too many events and refetch the newest comments. */

/** Merges the server's newest comments (newest last) into the list; keeps earlier ones. */
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
  // Comments older than the server's range stay; missing ones within it were deleted.
  const earlier = firstShared > 0 && from === 0 ? shown.slice(0, firstShared) : []
  const shownById = new Map(shown.map((comment) => [comment.commentId, comment]))
  const merged = newest
    .slice(from)
    .map((comment) => ({ ...comment, ...keyOf(comment, shownById.get(comment.commentId), sent) }))
  return [...earlier, ...merged]
}

/** Keeps the key of a comment whose event precedes its response. */
function keyOf(
  comment: Comment,
  shown: ShownComment | undefined,
  sent: readonly ShownComment[],
): { key?: string } {
  const same = shown ?? sent.find((other) => isSame(other, comment))
  return same?.key === undefined ? {} : { key: same.key }
}

function stillPending(newest: readonly Comment[]): ShownComment[] {
  const storedIds = new Set(storedComments().map(({ commentId }) => commentId))
  const fresh = newest.filter(({ commentId }) => !storedIds.has(commentId))
  return pendingComments().filter((sent) => !fresh.some((comment) => isSame(sent, comment)))
}
