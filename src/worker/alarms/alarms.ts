import { MINUTE_MS } from '../../domain/durations.ts'
import { FIRST_LANGUAGE, type Language } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import type { Lifetime } from '../http/service.ts'
import { callWebhook } from '../http/post-json.ts'
import { errorName, log } from '../logging/log.ts'
import { deskLink, mailRoles } from '../mail/queue.ts'

/** D1's limit for one database, bytes. */
export const MAX_DATABASE_BYTES = 10_000_000_000

/** Raised above `max`, resolved at `calm` or below. A guard compares `docs/operating.md#alarms` with it. */
export const alarms = {
  cronLate: { max: 5, calm: 5 },
  /** Age of the oldest waiting mail, minutes. */
  mailWaiting: { max: 10, calm: 5 },
  /** Percent of `MAX_DATABASE_BYTES`. */
  databaseFull: { max: 80, calm: 75 },
} as const

type AlarmName = keyof typeof alarms
type Measures = Partial<Record<AlarmName, number>>

const OLDEST_MAIL = `
  SELECT min(created_at) AS since FROM mail WHERE sent_at IS NULL AND next_attempt_at > 0`

/** A row is a raised alarm. The worker whose statement changes the row reports it. */
const RAISE = `
  INSERT INTO alarm (name, since, detail) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING
  RETURNING name, since, detail`
const RESOLVE = 'DELETE FROM alarm WHERE name = ?1 RETURNING name, since, detail'

interface AlarmRow {
  name: AlarmName
  since: number
  detail: string
}

/**
 * Reports each changed alarm once.
 * @throws Error when a mail cannot be stored or the webhook refuses
 */
export async function raiseAlarms(env: Env): Promise<void> {
  const nowMs = now(env)
  const [, mail] = await env.DB.batch<{ since: number | null }>([
    writeSetting(env, 'cron', String(nowMs)),
    env.DB.prepare(OLDEST_MAIL),
  ])
  await settle(env, {
    cronLate: 0,
    mailWaiting: (nowMs - (mail!.results[0]?.since ?? nowMs)) / MINUTE_MS,
    databaseFull: (mail!.meta.size_after / MAX_DATABASE_BYTES) * 100,
  })
}

/** Whether the cron is late; false before its first run. */
export async function isCronLate(env: Env): Promise<boolean> {
  return ((await cronDelay(env)) ?? 0) > alarms.cronLate.max
}

async function cronDelay(env: Env): Promise<number | undefined> {
  const lastRun = await readSetting(env, 'cron')
  return lastRun === null ? undefined : (now(env) - Number(lastRun)) / MINUTE_MS
}

/** Raises the alarm of a late cron, which the cron cannot raise itself. */
export async function watchCron(env: Env): Promise<void> {
  const delay = await cronDelay(env)
  if (delay !== undefined && delay > alarms.cronLate.max) await settle(env, { cronLate: delay })
}

const WATCH_INTERVAL_MS = 5 * MINUTE_MS
let watchedAt = 0

export function watchCronSometimes(env: Env, lifetime: Lifetime): void {
  const nowMs = Date.now()
  watchedAt ||= nowMs
  if (nowMs - watchedAt < WATCH_INTERVAL_MS) return
  watchedAt = nowMs
  lifetime.waitUntil(
    watchCron(env).catch((error: unknown) =>
      log(env, 'warn', 'watch-cron', { error: errorName(error) }),
    ),
  )
}

/** @throws Error as `raiseAlarms`, after every alarm was tried */
export async function settle(env: Env, measures: Measures): Promise<void> {
  const { DB } = env
  const changes = (Object.entries(measures) as [AlarmName, number][]).flatMap(([name, value]) => {
    const { max, calm } = alarms[name]
    const detail = String(Math.round(value * 10) / 10)
    if (value > max)
      return { isRaised: true, statement: DB.prepare(RAISE).bind(name, now(env), detail) }
    return value <= calm ? { isRaised: false, statement: DB.prepare(RESOLVE).bind(name) } : []
  })
  if (changes.length === 0) return
  const results = await DB.batch<AlarmRow>(changes.map(({ statement }) => statement))
  const reports = await Promise.allSettled(
    results.flatMap(({ results: rows }, index) =>
      rows.map((alarm) => report(env, alarm, changes[index]!.isRaised)),
    ),
  )
  const failed = reports.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function report(env: Env, alarm: AlarmRow, isRaised: boolean): Promise<void> {
  const { name, since, detail: value } = alarm
  const link = deskLink(env, '/operator')
  const lineOf = (language: Language) => {
    const t = translator(language)
    const sentence = t(`alarm.${name}`, { value })
    return isRaised ? sentence : t('alarm.resolved', { sentence })
  }
  try {
    await mailRoles(env, ['operator'], (language) => ({
      kind: isRaised ? 'alarm' : 'alarmResolved',
      link,
      details: [lineOf(language)],
    }))
  } catch (error) {
    // Undone so that the next run reports the change again.
    const undo = isRaised
      ? env.DB.prepare(RESOLVE).bind(name)
      : env.DB.prepare(RAISE).bind(name, since, value)
    await undo.run()
    throw error
  }
  const { alarmWebhook } = config(env)
  if (!alarmWebhook) return
  const state = isRaised ? 'raised' : 'resolved'
  const text = `${lineOf(FIRST_LANGUAGE)} ${link}`
  const body = { text, alarm: name, state, value, link }
  await callWebhook('alarm', alarmWebhook, body)
}
