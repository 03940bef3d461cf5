import type { OwnComment, PostedComment } from '../../contract/schemas.ts'
import { $comments, setComments } from '../../stores/comments.ts'
import { loadMessages } from '../../stores/messages.ts'

/** Shows the person's own posts that only they see, each with a line that says so; no page has them. */
export async function showHeldPosts(posts: readonly (OwnComment | PostedComment)[]): Promise<void> {
  const t = await loadMessages()
  const shown = new Set($comments.get().map(({ commentId }) => commentId))
  const missing = posts.filter(({ commentId }) => !shown.has(commentId))
  if (missing.length > 0) setComments([...$comments.get(), ...missing])
  for (const { commentId, hidden } of posts) {
    const item = document.querySelector(`[data-comment-id="${commentId}"]`)
    if (!item || item.querySelector('.held')) continue
    const line = document.createElement('p')
    line.className = 'held'
    const link = document.createElement('a')
    link.href = '/notices'
    link.textContent = t('history.why')
    line.appendChild(new Text(`${t(`history.${hidden?.state ?? 'held'}`)} `))
    line.appendChild(link)
    item.appendChild(line)
  }
}
