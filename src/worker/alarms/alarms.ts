import { FIRST_LANGUAGE, type Language } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { isOver, measure, measureSite, HEARTBEAT, type Measures } from './measure.ts'
import { callWebhook, deskLink, mailRoles } from './tell.ts'
import type { AlarmName } from './thresholds.ts'

interface AlarmRow {
  name: AlarmName
  detail: string
  resolvedAt: number | null
}

/** A raised alarm keeps whether it was told; one that ended without being told is raised again silently. */
const RAISE = `
  INSERT INTO alarm (name, since, detail) VALUES (?1, ?2, ?3)
  ON CONFLICT (name) DO UPDATE SET
    detail = excluded.detail, resolved_at = NULL, is_told = iif(resolved_at IS NULL, is_told, is_told = 0)`

/**
 * An alarm that was never told is dropped. `mailWaiting` ends only once a mail went out: waiting mail also disappears when it
 * expires.
 */
const END = [
  'DELETE FROM alarm WHERE name = ?1 AND is_told = 0 AND resolved_at IS NULL',
  `UPDATE alarm SET resolved_at = ?2, is_told = 0 WHERE name = ?1 AND resolved_at IS NULL
    AND (name <> 'mailWaiting' OR EXISTS (SELECT 1 FROM mail WHERE sent_at > alarm.since))`,
]

/** Compare-and-set: of two workers one tells. */
const CLAIM = `
  UPDATE alarm SET is_told = 1 WHERE is_told = 0
  RETURNING name, detail, resolved_at AS resolvedAt`
const UNCLAIM = 'UPDATE alarm SET is_told = 0 WHERE name = ?1'
const FORGET = 'DELETE FROM alarm WHERE resolved_at IS NOT NULL AND is_told = 1'

const BEAT = `
  INSERT INTO setting (name, value) VALUES ('${HEARTBEAT}', ?1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

const SIZE = `
  INSERT INTO database_size (day, bytes) VALUES (?1, ?2)
  ON CONFLICT (day) DO UPDATE SET bytes = excluded.bytes`

const beat = (env: Env) =>
  env.DB.prepare(BEAT)
    .bind(`${now(env)}`)
    .run()

/**
 * Compares what is measured with the thresholds and tells the operators, once when an alarm is raised and once when it
 * is resolved, by mail and to `ALARM_WEBHOOK_URL`. The run itself is the proof that the cron is not late.
 * @throws Error when the webhook refuses; the next run tells again
 */
export async function raiseAlarms(env: Env): Promise<void> {
  const { meta } = await beat(env)
  await env.DB.prepare(SIZE)
    .bind(tokyoDay(now(env)), meta.size_after)
    .run()
  await settle(env, { cronLate: 0, ...(await measure(env)) })
}

/** The alarms of a site whose services are all elsewhere. */
export async function raiseSiteAlarms(env: Env): Promise<void> {
  await beat(env)
  await settle(env, { cronLate: 0, ...(await measureSite(env)) })
}

/** Stores the state of the alarms that were measured, and tells what has changed. */
export async function settle(env: Env, measures: Measures): Promise<void> {
  const nowMs = now(env)
  const statements = Object.entries(measures).flatMap(([name, value]) =>
    isOver(name as AlarmName, value)
      ? [env.DB.prepare(RAISE).bind(name, nowMs, rounded(value!))]
      : END.map((sql, index) => env.DB.prepare(sql).bind(name, ...(index ? [nowMs] : []))),
  )
  const results = await env.DB.batch<AlarmRow>([...statements, env.DB.prepare(CLAIM)])
  const untold = results.at(-1)!.results
  const failures: unknown[] = []
  for (const alarm of untold) {
    try {
      await tell(env, alarm)
    } catch (error) {
      failures.push(error)
      await env.DB.prepare(UNCLAIM).bind(alarm.name).run()
    }
  }
  if (untold.length > 0) await env.DB.prepare(FORGET).run()
  if (failures.length > 0) throw failures[0]
}

const rounded = (value: number) => String(Math.round(value * 10) / 10)

/** What the operators read of an alarm. */
const alarmSentence = (language: Language, name: AlarmName, value: string) =>
  translator(language)(`alarm.${name}`, { value })

/** Calls the webhook first: it is repeated after a refusal, and mails must not be stored twice. */
async function tell(env: Env, { name, detail: value, resolvedAt }: AlarmRow): Promise<void> {
  const link = deskLink(env, '/operator')
  const isResolved = resolvedAt !== null
  const lineOf = (language: Language) => {
    const sentence = alarmSentence(language, name, value)
    return isResolved ? translator(language)('alarm.resolved', { sentence }) : sentence
  }
  const { alarmWebhook } = config(env)
  if (alarmWebhook) {
    const text = `${lineOf(FIRST_LANGUAGE)} ${link}`
    const body = { text, alarm: name, state: isResolved ? 'resolved' : 'raised', value, link }
    await callWebhook('alarm', alarmWebhook, body)
  }
  await mailRoles(env, ['operator'], (language) => ({
    kind: isResolved ? 'alarmResolved' : 'alarm',
    link,
    details: [lineOf(language)],
  }))
}
