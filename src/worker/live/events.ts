import type { LiveEvent } from '../../contract/live-schemas.ts'
import type { Language } from '../../domain/language.ts'
import { MAX_EVENTS } from '../../domain/live-event.ts'
import { isVisible, type StoredComment, toComment } from '../db/comment.ts'

/** The comment's columns are NULL unless it is visible. */
interface EventRow extends Omit<StoredComment, 'userId'> {
  seq: number
  kind: 'created' | 'deleted'
  userId: string | null
  eventLanguage: Language | null
}

const EVENTS_AFTER = `
  SELECT event.seq, event.kind, event.comment_id AS id, event.language AS eventLanguage, comment.user_id AS userId,
    comment.text, comment.created_at AS createdAt, comment.language, user.username, user.picture_id AS pictureId
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

export async function eventsAfter(env: Env, questionId: string, seq: number): Promise<LiveEvent[]> {
  const { results } = await env.DB.prepare(EVENTS_AFTER).bind(questionId, seq).all<EventRow>()
  return results.map(eventOf)
}

function eventOf({ seq, kind, eventLanguage, userId, ...row }: EventRow): LiveEvent {
  const lang = eventLanguage && { lang: eventLanguage }
  if (kind === 'deleted') return { type: 'comment.deleted', seq, commentId: row.id, ...lang }
  if (userId === null) return { type: 'comment.created', seq, ...lang }
  return { type: 'comment.created', seq, comment: toComment({ ...row, userId }) }
}
