import type { Comment } from '../contract/schemas.ts'
import {
  $comments,
  inOrder,
  isSame,
  pendingComments,
  storedComments,
  type ShownComment,
} from './comments.ts'

/** Loaded only by pages that missed too many events and refetch the newest comments. */

/** Merges the server's newest comments (newest last) into the list; keeps earlier ones. */
export function mergeNewest(newest: readonly Comment[]): void {
  const ids = newest.map(({ commentId }) => commentId)
  // No list of the server has held ones.
  const held = storedComments().filter(
    ({ hidden, commentId }) => hidden && !ids.includes(commentId),
  )
  const shown = storedComments().filter(({ hidden }) => !hidden)
  const shownById = new Map(shown.map((comment) => [comment.commentId, comment]))
  const firstShared = shown.findIndex(({ commentId }) => ids.includes(commentId))
  const from = firstShared < 0 ? 0 : ids.indexOf(shown[firstShared]!.commentId)
  // Comments older than the server's range stay; missing ones within it were deleted.
  const earlier = firstShared > 0 && from === 0 ? shown.slice(0, firstShared) : []
  // Keeps the key of a comment whose event precedes its response.
  const withKey = (comment: Comment): ShownComment => {
    const known = shownById.get(comment.commentId)
    const { key } = known ?? pendingComments().find((sent) => isSame(sent, comment)) ?? {}
    return key === undefined ? comment : { ...comment, key }
  }
  const fresh = newest.filter(({ commentId }) => !shownById.has(commentId))
  const isDue = (sent: ShownComment) => !fresh.some((comment) => isSame(sent, comment))
  $comments.set([
    ...earlier,
    ...inOrder([...newest.slice(from).map(withKey), ...held]),
    ...pendingComments().filter(isDue),
  ])
}
