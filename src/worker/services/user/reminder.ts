import { nextReminderAt, timeZoneNamed } from '../../../domain/reminder.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { batch } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'
import { SPREAD } from '../../reminders/due-reminders.ts'
import {
  dropOldest,
  isPushEndpoint,
  replaceSubscription,
  storeSubscription,
} from '../../reminders/subscriptions.ts'

const READ = `
  SELECT channel, hour, time_zone AS timeZone, (SELECT json_group_array(endpoint)
    FROM push_subscription WHERE push_subscription.user_id = reminder.user_id) AS endpoints
  FROM reminder
  WHERE user_id = ?1 AND due_at IS NOT NULL`

interface ReminderRow {
  channel: 'push' | 'mail'
  hour: number
  timeZone: string
  endpoints: string
}

export const readReminder: Handler<'readReminder'> = async (c) => {
  const row = await c.env.DB.prepare(READ).bind(c.var.person.userId).first<ReminderRow>()
  const publicKey = config(c.env).push?.publicKey
  const reminder = row && { ...row, endpoints: JSON.parse(row.endpoints) as string[] }
  return { ...reminder, ...(publicKey && { publicKey }) }
}

const STORE = `
  INSERT INTO reminder (user_id, channel, hour, time_zone, language, token, due_at, next_attempt_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7 + ${SPREAD})
  ON CONFLICT (user_id) DO UPDATE SET channel = excluded.channel, hour = excluded.hour,
    time_zone = excluded.time_zone, language = excluded.language,
    token = CASE WHEN due_at IS NULL THEN excluded.token ELSE token END, due_at = excluded.due_at,
    next_attempt_at = excluded.next_attempt_at`

/** Keeps the token, so that using its link again succeeds; a new choice gets a new one. */
const CLEAR = "channel = 'mail', hour = 0, time_zone = '', due_at = NULL, next_attempt_at = NULL"
const END = `UPDATE reminder SET ${CLEAR} WHERE user_id = ?1`
const DROP_MAIL = 'DELETE FROM mail WHERE user_id = ?1 AND is_bulk = 1 AND sent_at IS NULL'
const DROP_ALL = 'DELETE FROM push_subscription WHERE user_id = ?1'

const HAS_BROWSER = 'SELECT 1 FROM push_subscription WHERE user_id = ?1 LIMIT 1'

/**
 * The next reminder is at the next chosen hour, today or tomorrow in the time zone.
 * @throws ServiceError dataNotAvailable (`timeZone`, `subscription`)
 */
export const changeReminder: Handler<'changeReminder'> = async (c, input) => {
  const { DB } = c.env
  const { userId } = c.var.person
  const { channel, hour, timeZone, language, subscription } = input
  if (channel === 'off') {
    await DB.batch([END, DROP_ALL, DROP_MAIL].map((sql) => DB.prepare(sql).bind(userId)))
    return
  }
  const zone = timeZoneNamed(timeZone)
  if (!zone) throw notAvailable('timeZone')
  if (subscription && !isPushEndpoint(c.env, subscription.endpoint))
    throw notAvailable('subscription')
  if (channel === 'push' && !subscription && !(await DB.prepare(HAS_BROWSER).bind(userId).first()))
    throw notAvailable('subscription')
  const nowMs = now(c.env)
  const dueAt = nextReminderAt(hour, zone, nowMs)
  await DB.batch([
    DB.prepare(STORE).bind(userId, channel, hour, zone, language, newId(), dueAt),
    ...(channel === 'mail' ? [DB.prepare(DROP_ALL).bind(userId)] : []),
    ...(channel === 'push' && subscription
      ? [storeSubscription(c.env, userId, subscription, nowMs), dropOldest(c.env, userId)]
      : []),
  ])
}

/** @throws ServiceError dataNotAvailable (`endpoint` for an unknown one, `subscription`) */
export const renewSubscription: Handler<'renewSubscription'> = async (
  c,
  { endpoint, subscription },
) => {
  if (!isPushEndpoint(c.env, subscription.endpoint)) throw notAvailable('subscription')
  if (!(await replaceSubscription(c.env, endpoint, subscription))) throw notAvailable('endpoint')
}

const END_BY_TOKEN = `
  UPDATE reminder SET ${CLEAR} WHERE token = ?1 RETURNING user_id`
const DROP_BY_TOKEN = `
  DELETE FROM push_subscription
  WHERE user_id = (SELECT user_id FROM reminder WHERE token = ?1)`

const DROP_MAIL_BY_TOKEN = `
  DELETE FROM mail WHERE user_id = (SELECT user_id FROM reminder WHERE token = ?1)
    AND is_bulk = 1 AND sent_at IS NULL`

/** @throws ServiceError dataNotAvailable (`token`) when the account is gone or the token never existed */
export const endReminder: Handler<'endReminder'> = async (c, { token }) => {
  const { DB } = c.env
  const bound = (sql: string) => DB.prepare(sql).bind(token)
  const { ended } = await batch<{ ended: object }>(DB, {
    ended: bound(END_BY_TOKEN),
    dropped: [bound(DROP_BY_TOKEN), bound(DROP_MAIL_BY_TOKEN)],
  })
  if (ended.results.length === 0) throw notAvailable('token')
}
