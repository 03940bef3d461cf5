import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'

/** SQL: the case is about an account, not about a post. Its own id is in the place of the post's. */
export const IS_ABOUT_ACCOUNT = 'moderation_case.comment_id = moderation_case.id'

const INSERT = `
  INSERT INTO moderation_case (id, comment_id, question_id, author_id, state, opened_at, waiting_since, expires_at)
  VALUES (?1, ?1, '', ?2, 'closed', ?3, ?3, ?4)`

/** A case about an account, decided as it is opened: it carries the decision, its notice and an appeal. */
export function insertAccountCase(env: Env, id: string, userId: string): D1PreparedStatement {
  const nowMs = now(env)
  return env.DB.prepare(INSERT).bind(id, userId, nowMs, nowMs + APPEAL_TIME_MS)
}
