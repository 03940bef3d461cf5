import { TOKYO_OFFSET_MS } from '../../domain/tokyo-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { addDays, tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import {
  MAX_DATABASE_BYTES,
  MIN_FAILURES,
  SHARE_WINDOW_MS,
  thresholds,
  type AlarmName,
} from './thresholds.ts'

/** The measured values of alarms; `undefined` where there is nothing to measure. */
export type Measures = Partial<Record<AlarmName, number | undefined>>

/** `setting` row with the time of the last run of the cron, epoch milliseconds. */
export const HEARTBEAT = 'cron'

export const LAST_RUN = `
  SELECT CAST(value AS INTEGER) AS lastRun FROM setting WHERE name = '${HEARTBEAT}'`

const OLDEST_MAIL = `
  SELECT min(created_at) AS value FROM mail WHERE sent_at IS NULL AND next_attempt_at > 0`

const FAILURES = `
  SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(failures), 0) AS failures
  FROM traffic WHERE starts_at > ?1`

/**
 * ?1: today; ?2: the first day that does not count. Built-in questions that the past year has not had count as a day
 * each.
 */
const QUESTION_DAYS = `
  SELECT (SELECT count(DISTINCT day) FROM question WHERE preview_at >= unixepoch(?1) * 1000 - ${TOKYO_OFFSET_MS} AND day < ?2)
    + (SELECT count(*) FROM (
      SELECT 1 FROM pack_question WHERE season_from IS NULL AND last_day <= date(?1, '-1 year')
      LIMIT ${thresholds.questionsShort})) AS value`

const OLDEST_CASE =
  "SELECT min(waiting_since) AS value FROM moderation_case WHERE state <> 'closed'"

/** Measures a database without the services' data. */
export async function measureSite(env: Env): Promise<Measures> {
  const counts = await env.DB.prepare(FAILURES)
    .bind(now(env) - SHARE_WINDOW_MS)
    .first<{ requests: number; failures: number }>()
  return { serverErrors: shareOf(counts!) }
}

function shareOf({ requests, failures }: { requests: number; failures: number }): number {
  return failures < MIN_FAILURES ? 0 : (failures / requests) * 100
}

/** Measures the database, in one round trip and a few rows. */
export async function measure(env: Env): Promise<Measures> {
  const nowMs = now(env)
  const today = tokyoDay(nowMs)
  const { DB } = env
  const [counts, mail, days, oldestCase] = await DB.batch<Record<string, number>>([
    DB.prepare(FAILURES).bind(nowMs - SHARE_WINDOW_MS),
    DB.prepare(OLDEST_MAIL),
    DB.prepare(QUESTION_DAYS).bind(today, addDays(today, thresholds.questionsShort)),
    DB.prepare(OLDEST_CASE),
  ])
  const valueOf = (result: D1Result<Record<string, number>> | undefined) =>
    result?.results[0]?.['value'] ?? undefined
  const since = (time: number | undefined, unit: number) =>
    time === undefined ? undefined : (nowMs - time) / unit
  const { requests = 0, failures = 0 } = counts!.results[0] ?? {}
  return {
    serverErrors: shareOf({ requests, failures }),
    mailWaiting: since(valueOf(mail), MINUTE_MS),
    databaseFull: (counts!.meta.size_after / MAX_DATABASE_BYTES) * 100,
    questionsShort: valueOf(days),
    casesWaiting: since(valueOf(oldestCase), HOUR_MS),
  }
}

/** Minutes since the last run of the cron; `undefined` before the first one. */
export async function cronDelay(env: Env): Promise<number | undefined> {
  const lastRun = await env.DB.prepare(LAST_RUN).first<number>('lastRun')
  return lastRun === null ? undefined : (now(env) - lastRun) / MINUTE_MS
}

/** Whether a measured value is over its threshold, or under it where few is bad. */
export function isOver(name: AlarmName, value: number | undefined): boolean {
  if (value === undefined) return false
  return name === 'questionsShort' ? value < thresholds[name] : value > thresholds[name]
}
