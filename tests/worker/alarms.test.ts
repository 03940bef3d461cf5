import { afterAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, type TestPerson } from '../../harness/people.ts'
import { mails } from '../../harness/outbox.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { startWebhook } from '../../harness/webhook.ts'
import { settle, watchCron } from '../../src/worker/alarms/alarms.ts'

const webhook = await startWebhook<{ alarm: string; state: string; value: string; link: string }>()
afterAll(() => webhook.stop())
const app = await ownApp({ vars: { ALARM_WEBHOOK_URL: webhook.url } })
const operator = await personWithRole(app, 'operator')
const moderator = await personWithRole(app, 'moderator')
await app.triggerCron()
const env = await bindingsOf(app)

const received = () => webhook.received

const alarmMails = async (to: TestPerson) =>
  (await mails(app, to.email)).filter(({ kind }) => kind.startsWith('alarm'))

async function health() {
  const response = await app.fetch('/healthz')
  const { results } = (await response.json()) as { results: { alarms: string[] } }
  return { status: response.status, alarms: results.alarms }
}

beforeEach(async () => {
  await app.sql`DELETE FROM alarm`.run()
  webhook.received = []
})

const mailCount = async () => (await alarmMails(operator)).length

it('no alarm is raised while every value is within its threshold', async () => {
  await app.triggerCron()
  expect(received()).toEqual([])
  expect(await health()).toEqual({ status: 200, alarms: [] })
  expect(await alarmMails(operator)).toEqual([])
})

it('reports stuck mail once by mail and webhook, and once when it is over', async () => {
  const before = await mailCount()
  const later = Date.now() + HOUR_MS
  await app.sql`INSERT INTO mail (id, sealed, created_at, next_attempt_at, expires_at)
    VALUES ('late', 'sealed', ${Date.now() - 11 * MINUTE_MS}, ${later}, ${later})`.run()
  await app.triggerCron()
  await app.triggerCron()
  expect(received()).toMatchObject([{ alarm: 'mailWaiting', state: 'raised', value: '11' }])
  expect(received()[0]!.link).toMatch(/\/operator$/)
  expect(await health()).toEqual({ status: 200, alarms: ['mailWaiting'] })
  await app.sql`UPDATE mail SET sent_at = ${Date.now() + MINUTE_MS} WHERE id = 'late'`.run()
  await app.triggerCron()
  await app.triggerCron()
  expect(received().map(({ state }) => state)).toEqual(['raised', 'resolved'])
  expect(await health()).toEqual({ status: 200, alarms: [] })
  const kinds = (await alarmMails(operator)).slice(before).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['alarm', 'alarmResolved'])
  expect(await alarmMails(moderator)).toEqual([])
})

it('an alarm is mailed once while the webhook refuses', async () => {
  const before = await mailCount()
  webhook.status = 500
  await expect(settle(env, { databaseFull: 90 })).rejects.toThrow('500')
  webhook.status = 204
  await settle(env, { databaseFull: 90 })
  expect(await mailCount()).toBe(before + 1)
})

it('an alarm is reported by a later run when no mail can be stored', async () => {
  const before = await mailCount()
  await app.sql`CREATE TRIGGER no_mail BEFORE INSERT ON mail BEGIN
    SELECT RAISE(ABORT, 'no mail'); END`.run()
  const both = { databaseFull: 90, mailWaiting: 20 }
  await expect(settle(env, both)).rejects.toThrow('no mail')
  await app.sql`DROP TRIGGER no_mail`.run()
  expect(received()).toEqual([])
  await settle(env, both)
  const names = received().map(({ alarm }) => alarm)
  expect(names.sort()).toEqual(['databaseFull', 'mailWaiting'])
  expect(await mailCount()).toBe(before + 2)
})

it('an alarm is reported by one of two workers that measure at once', async () => {
  const before = await mailCount()
  await Promise.all([1, 2].map(() => settle(env, { databaseFull: 90 })))
  expect(received()).toHaveLength(1)
  expect(await mailCount()).toBe(before + 1)
})

it('an alarm keeps its state between its two thresholds', async () => {
  for (const databaseFull of [80, 80.5, 79, 81, 76]) await settle(env, { databaseFull })
  expect(received()).toMatchObject([{ alarm: 'databaseFull', state: 'raised', value: '80.5' }])
  await settle(env, { databaseFull: 75 })
  expect(received()).toMatchObject([{}, { alarm: 'databaseFull', state: 'resolved' }])
})

it('a late cron fails the health at once, and a reader’s request reports it', async () => {
  await app.triggerCron()
  await app.setClock(6 * MINUTE_MS)
  expect(await health()).toEqual({ status: 503, alarms: ['cronLate'] })
  await watchCron(await bindingsOf(app))
  await watchCron(await bindingsOf(app))
  expect(received()).toMatchObject([{ alarm: 'cronLate', state: 'raised' }])
  await app.triggerCron()
  expect(received()).toMatchObject([{}, { alarm: 'cronLate', state: 'resolved' }])
  expect(await health()).toEqual({ status: 200, alarms: [] })
})
