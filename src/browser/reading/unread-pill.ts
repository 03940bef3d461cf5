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
    /** @param isShown whether a comment is on the page: one that left it no longer counts */
    update(isShown: (commentId: string) => unknown, fresh: readonly ShownComment[]) {
      for (const id of unread) if (!isShown(id)) unread.delete(id)
      for (const { commentId } of fresh) unread.add(commentId)
      show()
    },
  }
}
