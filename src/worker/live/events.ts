import type { LiveEvent } from '../../contract/live-schemas.ts'
import type { Language } from '../../domain/language.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import { isVisible, toComment } from '../db/comment.ts'

interface EventRow {
  seq: number
  kind: 'created' | 'deleted'
  comment_id: string
  user_id: string | null
  text: string
  created_at: number
  language: Language | null
  event_language: Language | null
  username: string
  picture_id: string | null
}

const EVENTS_AFTER = `
  SELECT event.seq, event.kind, event.comment_id, event.language AS event_language,
    comment.user_id, comment.text, comment.created_at, comment.language, user.username, user.picture_id
  FROM comment_event AS event
  LEFT JOIN comment ON event.kind = 'created' AND comment.id = event.comment_id
    AND ${isVisible}
  LEFT JOIN user ON user.id = comment.user_id
  WHERE event.question_id = ?1 AND event.seq > ?2
  ORDER BY event.seq LIMIT ${MAX_EVENTS}`

/** Number of a question's newest event; `null` for an unknown question. */
export const newestSeq = (env: Env, questionId: string): Promise<number | null> =>
  env.DB.prepare('SELECT event_seq FROM question WHERE id = ?1')
    .bind(questionId)
    .first<number>('event_seq')

/** Events after a number, oldest first, at most `MAX_EVENTS`. */
export async function eventsAfter(env: Env, questionId: string, seq: number): Promise<LiveEvent[]> {
  const { results } = await env.DB.prepare(EVENTS_AFTER).bind(questionId, seq).all<EventRow>()
  return results.map(eventOf)
}

function eventOf(row: EventRow): LiveEvent {
  const lang = row.event_language && { lang: row.event_language }
  if (row.kind === 'deleted')
    return { type: 'comment.deleted', seq: row.seq, commentId: row.comment_id, ...lang }
  if (row.user_id === null) return { type: 'comment.created', seq: row.seq, ...lang }
  const comment = toComment({
    id: row.comment_id,
    userId: row.user_id,
    text: row.text,
    createdAt: row.created_at,
    language: row.language,
    username: row.username,
    pictureId: row.picture_id,
  })
  return { type: 'comment.created', seq: row.seq, comment }
}

/** Kept in memory for reconnects; readers further behind catch up by HTTP. */
export const MAX_RECENT_EVENTS = 100

/** Newest events of a question, in order and without a gap. Drops a comment's text as soon as its deletion is known. */
export class RecentEvents {
  #events: LiveEvent[] = []

  /** Appends events; after a gap only the new ones are kept. */
  append(events: readonly LiveEvent[]): void {
    const [first] = events
    if (!first) return
    const newest = this.#events.at(-1)
    const before = newest && newest.seq + 1 === first.seq ? this.#events : []
    this.#events = withoutDeleted([...before, ...events]).slice(-MAX_RECENT_EVENTS)
  }

  /** Adds earlier events, up to `position` when empty. */
  prepend(events: readonly LiveEvent[], position: number): void {
    const oldest = this.#events[0]?.seq ?? position + 1
    const earlier = events.filter(({ seq }) => seq < oldest)
    if (earlier.at(-1)?.seq !== oldest - 1) return
    this.#events = withoutDeleted([...earlier, ...this.#events]).slice(-MAX_RECENT_EVENTS)
  }

  all(): LiveEvent[] {
    return this.#events
  }

  /** Events after `seq`; `undefined` when some are no longer kept. */
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
