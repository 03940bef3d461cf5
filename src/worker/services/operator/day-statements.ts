import { tokyoDayStart } from '../../../domain/question-day.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import { newId } from '../../db/id.ts'

export const ACTIVE_ID = '(SELECT id FROM questionnaire WHERE status = 1 ORDER BY id LIMIT 1)'

/** SQL: id of a day's question, or NULL. @param day SQL of a Tokyo day */
export const idOnDay = (day: string): string =>
  `(SELECT id FROM question WHERE questionnaire_id = ${ACTIVE_ID} AND day = ${day})`

/**
 * SQL: whether any of these questions has answers, held ones included. Every change of a future day requires none:
 * the day may begin between the call and its transaction.
 * @param ids SQL of their ids
 */
export function isAnswered(ids: string): string {
  return `EXISTS (SELECT 1 FROM question AS asked WHERE asked.id IN (${ids})
    AND (asked.event_seq > 0
      OR EXISTS (SELECT 1 FROM moderation_case WHERE moderation_case.question_id = asked.id)))`
}

const PUT = `
  UPDATE question SET pack_question_id = ?2, is_scheduled = 1, changed_at = ?3,
    topic_id = (SELECT topic_id FROM pack_question WHERE id = ?2)
  WHERE questionnaire_id = ${ACTIVE_ID} AND day = ?1`

const ADD = `
  INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at, changed_at, is_scheduled)
  SELECT ?5, ${ACTIVE_ID}, topic_id, id, ?1, ?4, ?3, 1 FROM pack_question
  WHERE id = ?2 AND ${idOnDay('?1')} IS NULL`

/** Assigns a pool question to a day, replacing any other. */
export function giveDay(env: Env, day: string, poolId: string): D1PreparedStatement[] {
  return [
    env.DB.prepare(PUT).bind(day, poolId, now(env)),
    env.DB.prepare(ADD).bind(day, poolId, now(env), tokyoDayStart(day), newId()),
  ]
}

/**
 * Takes an unanswered question off its day. Moves the row to a day that never comes: deleting it would search all
 * comments for references.
 */
const CLEAR = `
  UPDATE question SET pack_question_id = NULL, is_scheduled = 0, day = spare.day,
    preview_at = unixepoch(spare.day) * 1000 - ${TOKYO_OFFSET_MS}
  FROM (SELECT coalesce(date(max(day), '+1 day'), '9000-01-01') AS day FROM question
    WHERE questionnaire_id = ${ACTIVE_ID} AND day >= '9000-01-01') AS spare
  WHERE question.id = ?1 AND question.questionnaire_id = ${ACTIVE_ID}`

export function clearDay(env: Env, questionId: string): D1PreparedStatement {
  return env.DB.prepare(CLEAR).bind(questionId)
}

/** A replaced question has its own questionnaire, which is never listed (status 0). */
const ADD_QUESTIONNAIRE = `
  INSERT INTO questionnaire (id, name, status)
  SELECT id, 'Replaced', 0 FROM question WHERE id = ?1 AND ${isAnswered('?1')}`
const SET_ASIDE = `UPDATE question SET questionnaire_id = id WHERE id = ?1 AND ${isAnswered('?1')}`

/** Frees a day for another question. An answered one keeps its answers, day and page. */
export function setAside(env: Env, questionId: string): D1PreparedStatement[] {
  return [
    env.DB.prepare(ADD_QUESTIONNAIRE).bind(questionId),
    env.DB.prepare(SET_ASIDE).bind(questionId),
    clearDay(env, questionId),
  ]
}
