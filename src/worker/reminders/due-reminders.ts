import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import type { ReminderChannel } from '../../domain/reminder.ts'
import { isSuspended } from '../db/suspension.ts'
import { everPostedOn } from '../db/comment.ts'

const RETRY_MS = 3 * MINUTE_MS

/** A reminder this late is skipped for the day. */
export const MAX_DELAY_MS = HOUR_MS
/** SQL: random delay in milliseconds. Spreads an hour's reminders over ten minutes, in another order each day. */
export const SPREAD = `abs(random() % ${10 * MINUTE_MS})`

export interface DueReminder {
  userId: string
  channel: ReminderChannel
  hour: number
  timeZone: string
  language: Language
  token: string
  /** Epoch milliseconds; identifies one day's reminder of the person. */
  dueAt: number
  email: string
  /** The account is in good standing and has not posted on today's question. */
  isWanted: 0 | 1
  /** JSON: the browsers that have not received this reminder yet. */
  subscriptions: string
}

/** ?1: now; ?2: the maximum of people; ?3: the id of today's question. */
export const DUE = `
  SELECT user_id AS userId, channel, hour, time_zone AS timeZone, language, token,
    due_at AS dueAt, (SELECT email FROM user WHERE id = user_id) AS email,
    EXISTS (SELECT 1 FROM user WHERE id = user_id AND activated_at IS NOT NULL
      AND removed_at IS NULL AND NOT ${isSuspended('?1')}
      AND NOT EXISTS (SELECT 1 FROM comment WHERE ${everPostedOn('user.id', '?3')})) AS isWanted,
    (SELECT json_group_array(json_object('endpoint', endpoint,
        'keys', json_object('p256dh', p256dh, 'auth', auth)))
      FROM push_subscription
      WHERE push_subscription.user_id = reminder.user_id AND told_at < due_at) AS subscriptions
  FROM reminder WHERE next_attempt_at <= ?1 ORDER BY next_attempt_at LIMIT ?2`

const FINISH = `
  UPDATE reminder SET due_at = next.value ->> 'dueAt', next_attempt_at = (next.value ->> 'dueAt') + ${SPREAD}
  FROM json_each(?1) AS next
  WHERE reminder.user_id = next.value ->> 'userId' AND reminder.due_at = next.value ->> 'after'`

/** No effect when the person has changed the reminder meanwhile. */
export function finish(
  env: Env,
  reminders: readonly { userId: string; after: number; dueAt: number }[],
): D1PreparedStatement {
  return env.DB.prepare(FINISH).bind(JSON.stringify(reminders))
}

const POSTPONE = `
  UPDATE reminder SET next_attempt_at = ?3
  WHERE user_id IN (SELECT value FROM json_each(?1)) AND next_attempt_at <= ?2`

export function postpone(env: Env, userIds: readonly string[], nowMs: number): D1PreparedStatement {
  return env.DB.prepare(POSTPONE).bind(JSON.stringify(userIds), nowMs, nowMs + RETRY_MS)
}
