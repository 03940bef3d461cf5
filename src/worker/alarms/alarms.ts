import { serviceNames } from '../../contract/bases.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { FIRST_LANGUAGE, type Language } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { cronDelay, isOver, measure, measureSite, HEARTBEAT, type Measures } from './measure.ts'
import { callWebhook } from '../http/call-webhook.ts'
import { deskLink, mailRoles } from '../mail/mail-roles.ts'
import type { AlarmName } from './thresholds.ts'

interface AlarmRow {
  name: AlarmName
  detail: string
  resolvedAt: number | null
  isMailed: number
  isCalled: number
}

/** A value near its threshold crosses it often: an alarm is resolved once the value was below it for this long. */
const RESOLVE_AFTER_MS = 15 * MINUTE_MS
/** A worker that stopped while sending leaves the alarm to a later run. Longer than mail and webhook may take. */
const LEASE_MS = 2 * MINUTE_MS

/** Deletes resolved alarms whose end was sent. */
const DELETE_SENT = 'DELETE FROM alarm WHERE resolved_at IS NOT NULL AND is_mailed AND is_called'

/** SQL: each channel that sent the old state sends the new one; one that did not has nothing to take back. */
const RESEND = 'is_mailed = NOT is_mailed, is_called = NOT is_called'

const RAISE = [
  `UPDATE alarm SET resolved_at = NULL, ${RESEND}
   WHERE name = ?1 AND resolved_at IS NOT NULL AND leased_until <= ?2`,
  `INSERT INTO alarm (name, since, detail) VALUES (?1, ?2, ?3)
   ON CONFLICT (name) DO UPDATE SET detail = excluded.detail, calm_since = NULL`,
]

/** `mailWaiting` is resolved only once a mail was sent: waiting mail also disappears when it expires. */
const RESOLVE = [
  'UPDATE alarm SET calm_since = ?2 WHERE name = ?1 AND calm_since IS NULL',
  `UPDATE alarm SET resolved_at = ?2, ${RESEND}
   WHERE name = ?1 AND resolved_at IS NULL AND calm_since <= ?2 - ${RESOLVE_AFTER_MS} AND leased_until <= ?2
     AND (name <> 'mailWaiting' OR EXISTS (SELECT 1 FROM mail WHERE sent_at > alarm.since))`,
]

/** Compare-and-set: one of two workers sends. ?1: now; ?2: the end of the lease. */
const CLAIM = `
  UPDATE alarm SET leased_until = ?2 WHERE NOT (is_mailed AND is_called) AND leased_until <= ?1
  RETURNING name, detail, resolved_at AS resolvedAt, is_mailed AS isMailed, is_called AS isCalled`
const RELEASE = 'UPDATE alarm SET leased_until = 0 WHERE name = ?1 AND leased_until = ?2'

const WRITE_HEARTBEAT = `
  INSERT INTO setting (name, value) VALUES ('${HEARTBEAT}', ?1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

const WRITE_SIZE = `
  INSERT INTO database_size (day, bytes) VALUES (?1, ?2)
  ON CONFLICT (day) DO UPDATE SET bytes = excluded.bytes`

const writeHeartbeat = (env: Env) =>
  env.DB.prepare(WRITE_HEARTBEAT)
    .bind(`${now(env)}`)
    .run()

/**
 * Compares the measured values with the thresholds and notifies the operators, once when an alarm is raised and once when it
 * is resolved, by mail and to `ALARM_WEBHOOK_URL`. The run itself is the proof that the cron is not late.
 * @throws Error when a mail cannot be stored or the webhook refuses; the next run tries that channel again
 */
export async function raiseAlarms(env: Env): Promise<void> {
  const { meta } = await writeHeartbeat(env)
  await env.DB.prepare(WRITE_SIZE)
    .bind(tokyoDay(now(env)), meta.size_after)
    .run()
  await settle(env, { cronLate: 0, ...(await measure(env)) })
}

/**
 * The alarms of a site whose services are all remote. Those that are bound share its database, and their cron measures
 * it: the site reports only that their cron is late. With services at an address the database is the site's own.
 */
export async function raiseSiteAlarms(env: Env): Promise<void> {
  const { services } = config(env)
  if (serviceNames.some((name) => services[name].kind === 'bound')) {
    const cronLate = await cronDelay(env)
    if (isOver('cronLate', cronLate)) await settle(env, { cronLate })
    return
  }
  await writeHeartbeat(env)
  await settle(env, { cronLate: 0, ...(await measureSite(env)) })
}

/**
 * Stores the state of the measured alarms, and sends those that were raised or resolved.
 * @throws as `raiseAlarms`, after every alarm was tried
 */
export async function settle(env: Env, measures: Measures): Promise<void> {
  const { DB } = env
  const nowMs = now(env)
  const leasedUntil = nowMs + LEASE_MS
  const statements = Object.entries(measures).flatMap(([name, value]) =>
    isOver(name as AlarmName, value)
      ? [
          DB.prepare(RAISE[0]!).bind(name, nowMs),
          DB.prepare(RAISE[1]!).bind(name, nowMs, rounded(value!)),
        ]
      : RESOLVE.map((sql) => DB.prepare(sql).bind(name, nowMs)),
  )
  const results = await DB.batch<AlarmRow>([
    DB.prepare(DELETE_SENT),
    ...statements,
    DB.prepare(CLAIM).bind(nowMs, leasedUntil),
  ])
  const unsent = results.at(-1)!.results
  const tried = await Promise.allSettled(unsent.map((alarm) => sendAlarm(env, alarm, leasedUntil)))
  const failed = tried.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

const rounded = (value: number) => String(Math.round(value * 10) / 10)

/** The sentence of an alarm for operators. */
const alarmSentence = (language: Language, name: AlarmName, value: string) =>
  translator(language)(`alarm.${name}`, { value })

/** The channels, each with the statement that marks an alarm as sent. Mail is first: the webhook may take long. */
const channels = [
  {
    isSent: ({ isMailed }: AlarmRow) => isMailed,
    send: mailAlarm,
    mark: 'UPDATE alarm SET is_mailed = 1 WHERE name = ?1',
  },
  {
    isSent: ({ isCalled }: AlarmRow) => isCalled,
    send: callAlarm,
    mark: 'UPDATE alarm SET is_called = 1 WHERE name = ?1',
  },
]

/** Sends to each channel that has not sent it. A failed one stops no other, and a later run tries it again. */
async function sendAlarm(env: Env, alarm: AlarmRow, leasedUntil: number): Promise<void> {
  const failures: unknown[] = []
  for (const { isSent, send, mark } of channels) {
    if (isSent(alarm)) continue
    try {
      await send(env, alarm)
      await env.DB.prepare(mark).bind(alarm.name).run()
    } catch (error) {
      failures.push(error)
    }
  }
  await env.DB.prepare(RELEASE).bind(alarm.name, leasedUntil).run()
  if (failures.length > 0) throw failures[0]
}

function lineOf(language: Language, { name, detail, resolvedAt }: AlarmRow): string {
  const sentence = alarmSentence(language, name, detail)
  return resolvedAt === null ? sentence : translator(language)('alarm.resolved', { sentence })
}

function mailAlarm(env: Env, alarm: AlarmRow): Promise<void> {
  return mailRoles(env, ['operator'], (language) => ({
    kind: alarm.resolvedAt === null ? 'alarm' : 'alarmResolved',
    link: deskLink(env, '/operator'),
    details: [lineOf(language, alarm)],
  }))
}

async function callAlarm(env: Env, alarm: AlarmRow): Promise<void> {
  const { alarmWebhook } = config(env)
  if (!alarmWebhook) return
  const { name, detail: value, resolvedAt } = alarm
  const link = deskLink(env, '/operator')
  const text = `${lineOf(FIRST_LANGUAGE, alarm)} ${link}`
  const state = resolvedAt === null ? 'raised' : 'resolved'
  const body = { text, alarm: name, state, value, link }
  await callWebhook('alarm', alarmWebhook, body)
}
