import type { LiveEvent } from '../../contract/live-event.ts'

interface Tally {
  apply: (events: readonly LiveEvent[]) => void
  setPosts: (count: number) => void
  setReaders: (count: number) => void
}

/** Keeps the numbers of posts and of readers above a conversation. One reader is the person themselves: not shown. */
export function showTally(line: HTMLElement): Tally {
  const posts = line.querySelector<HTMLElement>('.posts')!
  const readers = line.querySelector<HTMLElement>('.readers')!
  let total = Number(posts.dataset['count'])

  const write = (place: HTMLElement, pattern: string | undefined, count: number) => {
    place.textContent = (pattern ?? '').replace('{count}', String(count))
  }
  const setPosts = (count: number) => {
    total = count
    const { one, many } = posts.dataset
    write(posts, count === 0 ? '' : count === 1 ? one : many, count)
  }
  return {
    setPosts,
    apply(events) {
      const steps = events.map(({ type }): number => (type === 'comment.created' ? 1 : -1))
      setPosts(steps.reduce((sum, step) => sum + step, total))
    },
    setReaders: (count) => write(readers, count > 1 ? readers.dataset['text'] : '', count),
  }
}
