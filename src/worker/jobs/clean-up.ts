import { UNACTIVATED_LIFETIME_MS } from '../identity/availability.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'

/** `?1` is now, epoch milliseconds. */
const EXPIRED = [
  'DELETE FROM issued_passcode WHERE expires_at <= ?1',
  'DELETE FROM email_change WHERE expires_at <= ?1',
  'DELETE FROM security_link WHERE expires_at <= ?1',
  'DELETE FROM used_token WHERE expires_at <= ?1',
  'DELETE FROM attempt_counter WHERE window_ends_at <= ?1',
  'DELETE FROM unconfirmed_report WHERE expires_at <= ?1',
]

/** `?2` is the first character of the ids. */
const ENDED_SESSIONS = `DELETE FROM session WHERE expires_at <= ?1 AND id BETWEEN ?2 AND ?2 || '~'`
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 1/64 of the ids each minute: an index on the expiry would be written at each refresh. */
export function deleteEndedSessions(env: Env, nowMs: number): D1PreparedStatement {
  const minute = Math.floor(nowMs / MINUTE_MS)
  return env.DB.prepare(ENDED_SESSIONS).bind(nowMs, ID_CHARACTERS[minute % ID_CHARACTERS.length])
}

/** Cases whose time for appeal is over. `?1` is now. */
const EXPIRED_CASES = '(SELECT id FROM moderation_case WHERE expires_at <= ?1)'

/** Texts kept for an appeal (`docs/product.md#what-moderation-keeps`). The last statement drops the marks. */
const EXPIRED_TEXTS = [
  `UPDATE report SET sealed_form = NULL, sealed_email = NULL WHERE case_id IN ${EXPIRED_CASES}`,
  `UPDATE rights_request SET sealed_form = '', sealed_reply = NULL WHERE case_id IN ${EXPIRED_CASES}`,
  'UPDATE moderation_case SET sealed_text = NULL, expires_at = NULL WHERE expires_at <= ?1',
]

/** Closed cases without text whose author is deleted: they cannot be read or reopened. */
const LEFT_CASES = `
  DELETE FROM moderation_case WHERE author_id IS NULL AND state = 'closed' AND sealed_text IS NULL`

/** `?1` is a day ago. */
const UNACTIVATED = 'DELETE FROM user WHERE activated_at IS NULL AND created_at <= ?1'

/**
 * Events are needed only while a page of the day may be open. Deleting an old comment adds an event to an old question,
 * so all questions with events are visited. The recursion skips through the index from question to question, so the
 * cost depends on their number.
 */
const OLD_EVENTS = `
  WITH RECURSIVE with_events (id) AS (
    SELECT min(question_id) FROM comment_event
    UNION ALL
    SELECT (SELECT min(question_id) FROM comment_event WHERE question_id > with_events.id)
    FROM with_events WHERE with_events.id IS NOT NULL)
  DELETE FROM comment_event WHERE question_id IN (
    SELECT question.id FROM with_events JOIN question ON question.id = with_events.id
    WHERE question.preview_at <= ?1)`

/**
 * Sent mail stays for a day as the record of the last mail. Unsent mail is deleted when it expires (`mail/deliver.ts`).
 */
const SENT_MAIL = 'DELETE FROM mail WHERE created_at <= ?1 AND sent_at IS NOT NULL'

/** Only today's count is read. `?1` is a Tokyo day. */
const OLD_TRANSLATED_DAYS = 'DELETE FROM translated_day WHERE day < ?1'

const LEFT_IMPORTS = 'DELETE FROM question_import WHERE created_at <= ?1 AND actor_id IS NOT NULL'

/** Kept for a quarter of a year. */
const OLD_HITS = 'DELETE FROM filter_hit WHERE at <= ?1'

export async function cleanUp(env: Env): Promise<void> {
  const nowMs = now(env)
  const statement = (sql: string, time: number) => env.DB.prepare(sql).bind(time)
  await env.DB.batch([
    ...[...EXPIRED, ...EXPIRED_TEXTS].map((sql) => statement(sql, nowMs)),
    deleteEndedSessions(env, nowMs),
    env.DB.prepare(LEFT_CASES),
    statement(UNACTIVATED, nowMs - UNACTIVATED_LIFETIME_MS),
    statement(OLD_EVENTS, nowMs - 3 * DAY_MS),
    env.DB.prepare(OLD_TRANSLATED_DAYS).bind(tokyoDay(nowMs)),
    statement(OLD_HITS, nowMs - 90 * DAY_MS),
    statement(LEFT_IMPORTS, nowMs - DAY_MS),
    statement(SENT_MAIL, nowMs - DAY_MS),
  ])
}
