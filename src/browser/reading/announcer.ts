import type { Comment } from '../../domain/question.ts'

/** Milliseconds between two announcements: a listener is told once, and never of each in a flood. */
const PAUSE = 6_000

/**
 * Tells a screen reader of what others have written, politely: one comment in full, several by their number.
 * @param place a live region whose `data-several` holds the words with `{count}`
 */
export function announcer(place: HTMLElement): (comments: readonly Comment[]) => void {
  let waiting: Comment[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = () => {
    timer = undefined
    const [first] = waiting
    if (!first) return
    place.textContent =
      waiting.length === 1
        ? `${first.userOptions.username}: ${first.text}`
        : (place.dataset['several'] ?? '').replace('{count}', String(waiting.length))
    waiting = []
    timer = setTimeout(say, PAUSE)
  }

  return (comments) => {
    waiting.push(...comments)
    timer ??= setTimeout(say, 0)
  }
}
