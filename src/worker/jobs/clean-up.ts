import { config } from '../config/config.ts'
import { DAY, tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'

/** Keys forgotten at a time, so that one run never holds the database for long; the next run goes on. */
const MOST = 5000

/** What runs out, by the column that says when. `?1` is now, epoch milliseconds. */
const EXPIRED = [
  'DELETE FROM session WHERE expires_at <= ?1',
  'DELETE FROM passcode WHERE expires_at <= ?1',
  'DELETE FROM email_change WHERE expires_at <= ?1',
  'DELETE FROM used_id_token WHERE expires_at <= ?1',
  'DELETE FROM attempt_counter WHERE window_ends_at <= ?1',
]

/** `?1` is a day ago. */
const UNACTIVATED = 'DELETE FROM user WHERE activated_at IS NULL AND created_at <= ?1'

const OLD_KEYS = `
  UPDATE comment SET idempotency_key = NULL WHERE seq IN (
    SELECT seq FROM comment WHERE idempotency_key IS NOT NULL AND created_at <= ?1 LIMIT ${MOST})`

/** Open pages ask for what they missed today; a day that ended a while ago is read as a whole. */
const OLD_EVENTS = `
  DELETE FROM comment_event WHERE question_id IN (
    SELECT id FROM question WHERE preview_at BETWEEN ?1 - ${7 * DAY} AND ?1)`

/** Performance is compared over a quarter of a year. `?1` is a Tokyo day. */
const OLD_VITALS = 'DELETE FROM vital WHERE day <= ?1'

/** The outbox keeps each mail for a day; elsewhere mail is cleared where it is delivered. */
const OLD_OUTBOX = 'DELETE FROM mail WHERE created_at <= ?1'

/** Deletes what has run out: sessions, codes, links, counters, accounts never activated, keys and mail. */
export async function cleanUp(env: Env): Promise<void> {
  const nowMs = now(env)
  const statement = (sql: string, time: number) => env.DB.prepare(sql).bind(time)
  await env.DB.batch([
    ...EXPIRED.map((sql) => statement(sql, nowMs)),
    statement(UNACTIVATED, nowMs - DAY),
    statement(OLD_KEYS, nowMs - DAY),
    statement(OLD_EVENTS, nowMs - 3 * DAY),
    env.DB.prepare(OLD_VITALS).bind(tokyoDay(nowMs - 90 * DAY)),
    ...(config(env).mail?.transport === 'outbox' ? [statement(OLD_OUTBOX, nowMs - DAY)] : []),
  ])
}
