import type { LiveEvent } from '../../contract/live-schemas.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import type { Language } from '../../domain/language.ts'
import { isVisible, toComment } from '../db/stored-comment.ts'

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

/** The next events after a number, oldest first, at most `MAX_EVENTS`. */
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
