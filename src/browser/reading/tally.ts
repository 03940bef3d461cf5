import type { Question } from '../../contract/schemas.ts'
import type { LiveEvent } from '../../contract/live-schemas.ts'

/** Keeps the numbers of posts and of readers of a comment list. One reader is the person themselves: not shown. */
export function showTally(commentList: HTMLElement) {
  const readers = commentList.querySelector<HTMLElement>('.readers')!
  const change = (changed: (name: string, count: number) => number) => {
    for (const figure of commentList.querySelectorAll<HTMLElement>('[data-count]'))
      figure.textContent = String(changed(figure.dataset['count']!, Number(figure.textContent)))
  }
  return {
    setPosts: ({ questionCommentsCount: all, questionCommentsByLanguage }: Question) => {
      const counts: Record<string, number> = { all, ...questionCommentsByLanguage }
      change((name) => counts[name] ?? 0)
    },
    addEvents: (events: readonly LiveEvent[]) =>
      change((name, count) =>
        events.reduce((sum, event) => {
          const isCreated = event.type === 'comment.created'
          const lang = (isCreated && event.comment ? event.comment : event).lang
          return name === 'all' || name === lang ? sum + (isCreated ? 1 : -1) : sum
        }, count),
      ),
    setReaders: (count: number) => {
      readers.querySelector('b')!.textContent = String(count)
      readers.hidden = count < 2
    },
  }
}
