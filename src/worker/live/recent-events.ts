import type { LiveEvent } from '../../contract/live-schemas.ts'

/** Events kept in memory for readers who reconnect; a reader further behind asks by HTTP. */
export const MAX_RECENT_EVENTS = 100

/**
 * The newest events of a question, in order and without a gap. The text of a comment is dropped as soon as its
 * deletion is known.
 */
export class RecentEvents {
  #events: LiveEvent[] = []

  /** Adds events that follow the newest one; after a gap only the new ones are kept. */
  append(events: readonly LiveEvent[]): void {
    const [first] = events
    if (!first) return
    const newest = this.#events.at(-1)
    const before = newest && newest.seq + 1 === first.seq ? this.#events : []
    this.#events = withoutDeleted([...before, ...events]).slice(-MAX_RECENT_EVENTS)
  }

  /** Adds earlier events, up to `position` when nothing is kept yet. */
  prepend(events: readonly LiveEvent[], position: number): void {
    const oldest = this.#events[0]?.seq ?? position + 1
    const earlier = events.filter(({ seq }) => seq < oldest)
    if (earlier.at(-1)?.seq !== oldest - 1) return
    this.#events = withoutDeleted([...earlier, ...this.#events]).slice(-MAX_RECENT_EVENTS)
  }

  all(): LiveEvent[] {
    return this.#events
  }

  /** The events after `seq`; `undefined` when some of them are not kept. */
  after(seq: number): LiveEvent[] | undefined {
    const [oldest] = this.#events
    if (!oldest || oldest.seq > seq + 1) return undefined
    return this.#events.filter((event) => event.seq > seq)
  }
}

function withoutDeleted(events: LiveEvent[]): LiveEvent[] {
  const deleted = new Set(
    events.flatMap((event) => (event.type === 'comment.deleted' ? [event.commentId] : [])),
  )
  return events.map((event) => {
    const comment = event.type === 'comment.created' ? event.comment : undefined
    if (!comment || !deleted.has(comment.commentId)) return event
    const { lang } = comment
    return { type: 'comment.created', seq: event.seq, ...(lang && { lang }) }
  })
}
