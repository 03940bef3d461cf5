import type { ShownComment } from '../../stores/comments.ts'

/** Counts the comments that came while the reader was away from the newest one. */
export function unreadPill(pill: HTMLButtonElement | null) {
  const unread = new Set<string>()
  const show = () => {
    if (!pill) return
    pill.hidden = unread.size === 0
    pill.textContent = (pill.dataset['text'] ?? '').replace('{count}', String(unread.size))
  }
  return {
    clear() {
      unread.clear()
      show()
    },
    /** @param comments the whole list; an unread comment that left it no longer counts */
    update(comments: readonly ShownComment[], fresh: readonly ShownComment[]) {
      const listed = new Set(comments.map(({ commentId }) => commentId))
      for (const id of unread) if (!listed.has(id)) unread.delete(id)
      for (const { commentId } of fresh) unread.add(commentId)
      show()
    },
  }
}
