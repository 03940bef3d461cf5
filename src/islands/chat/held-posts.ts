import type { OwnComment, PostedComment } from '../../contract/schemas.ts'
import { $comments, setComments } from '../../stores/comments.ts'

/** Adds the person's held posts, which no page contains. */
export function showHeldPosts(posts: readonly (OwnComment | PostedComment)[]): void {
  const held = posts.filter(({ hidden }) => hidden)
  if (held.length === 0) return
  const ids = new Set(held.map(({ commentId }) => commentId))
  setComments([...$comments.get().filter(({ commentId }) => !ids.has(commentId)), ...held])
}
