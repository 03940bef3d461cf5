import type { LiveEvent } from '../../contract/schemas.ts'

/** Keeps the numbers of posts and of readers above a conversation. One reader is the person themselves: not shown. */
export function showTally(line: HTMLElement) {
  const [posts, readers] = line.querySelectorAll('b')
  return {
    setPosts: (count: number) => {
      posts!.textContent = String(count)
    },
    addEvents: (events: readonly LiveEvent[]) => {
      let count = Number(posts!.textContent)
      for (const { type } of events) count += type === 'comment.created' ? 1 : -1
      posts!.textContent = String(count)
    },
    setReaders: (count: number) => {
      readers!.textContent = String(count)
      readers!.parentElement!.hidden = count < 2
    },
  }
}
