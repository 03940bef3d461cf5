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
  const [shown, sent] = [storedComments(), pendingComments()]
  const shownById = new Map(shown.map((comment) => [comment.commentId, comment]))
  const newestIds = newest.map(({ commentId }) => commentId)
  const firstShared = shown.findIndex(({ commentId }) => newestIds.includes(commentId))
  const from = firstShared < 0 ? 0 : newestIds.indexOf(shown[firstShared]!.commentId)
  // Comments older than the server's range stay; missing ones within it were deleted.
  const earlier = firstShared > 0 && from === 0 ? shown.slice(0, firstShared) : []
  const merged = newest.slice(from).map((comment): ShownComment => {
    // An event may precede the response: the comment keeps the key of the sent one.
    const same = shownById.get(comment.commentId) ?? sent.find((other) => isSame(other, comment))
    return same?.key === undefined ? comment : { ...comment, key: same.key }
  })
  const fresh = merged.filter(({ commentId }) => !shownById.has(commentId))
  const stillPending = sent.filter((one) => !fresh.some((comment) => isSame(one, comment)))
  setComments([...earlier, ...merged, ...stillPending])
}
