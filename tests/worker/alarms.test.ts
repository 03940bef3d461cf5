import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { startApp, type App } from '../../harness/app.ts'
import { bindingsOf, type TestPerson } from '../../harness/people.ts'
import { mails } from '../../harness/outbox.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { settle } from '../../src/worker/alarms/alarms.ts'
import { measure } from '../../src/worker/alarms/measure.ts'
import { alarmNames } from '../../src/worker/alarms/thresholds.ts'
import { countCached, flushTraffic } from '../../src/worker/telemetry/traffic.ts'

let app: App
let server: Server
let operator: TestPerson
let moderator: TestPerson
const received: { alarm: string; state: string; text: string; link: string }[] = []
let status = 204
/** The webhook responds once this is fulfilled. */
let held: Promise<unknown> = Promise.resolve()

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (data) => (body += data))
    incoming.on('end', () => {
      received.push(JSON.parse(body))
      void held.then(() => outgoing.writeHead(status).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  app = await startApp({
    vars: { SECRET, ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/hook` },
    // A site with services at an address measures its own database, which here is theirs.
    isBound: true,
    // Where some services are remote, the crons of both workers do the same jobs, and each calls the webhook.
    ...(process.env['REMOTE_SERVICES'] !== 'all' && { remote: [] }),
  })
  operator = await personWithRole(app, 'operator')
  moderator = await personWithRole(app, 'moderator')
  await app.triggerCron()
})
afterAll(async () => {
  server.close()
  await app.stop()
})

const run = (sql: string, ...values: unknown[]) =>
  app.db
    .prepare(sql)
    .bind(...values)
    .run()

/** As if time had passed since the values went under their thresholds. */
const passCalm = (minutes = 15) =>
  run('UPDATE alarm SET calm_since = calm_since - ?1', minutes * MINUTE_MS)

const alarmMails = async (to: TestPerson) =>
  (await mails(app, to.email)).filter(({ kind }) => kind.startsWith('alarm'))

async function health() {
  const response = await app.fetch('/healthz')
  const { results } = (await response.json()) as { results: { alarms: string[] } }
  return { status: response.status, alarms: results.alarms }
}

/** Each alarm with what raises it and what ends it, at the present time of the database. */
const causes: Record<string, { raise: () => Promise<unknown>; end: () => Promise<unknown> }> = {
  serverErrors: {
    raise: () =>
      run('INSERT OR REPLACE INTO traffic VALUES (?1, 1000, 11)', Date.now() - MINUTE_MS),
    end: () => run('DELETE FROM traffic'),
  },
  mailWaiting: {
    raise: () =>
      run(
        `INSERT INTO mail (id, sealed, created_at, next_attempt_at, expires_at)
         VALUES ('late', 'sealed', ?1, ?2, ?2)`,
        Date.now() - 11 * MINUTE_MS,
        Date.now() + HOUR_MS,
      ),
    end: () => run("UPDATE mail SET sent_at = ?1 WHERE id = 'late'", Date.now() + MINUTE_MS),
  },
  casesWaiting: {
    raise: () =>
      run(
        `INSERT INTO moderation_case (id, comment_id, question_id, state, opened_at, waiting_since)
         VALUES ('old', 'old', 'old', 'open', 1, ?1)`,
        Date.now() - 25 * HOUR_MS,
      ),
    end: () => run("DELETE FROM moderation_case WHERE id = 'old'"),
  },
  questionsShort: {
    raise: () => run("UPDATE pack_question SET last_day = '2099-01-01'"),
    end: () => run("UPDATE pack_question SET last_day = ''"),
  },
}

describe('an alarm', () => {
  it('is not raised while every value is within its threshold', async () => {
    expect(received).toEqual([])
    expect(await health()).toEqual({ status: 200, alarms: [] })
    expect(await alarmMails(operator)).toEqual([])
  })

  it.each(Object.keys(causes))(
    '%s is reported once by mail and webhook, is part of the health, and is reported again when it ends',
    async (name) => {
      received.length = 0
      const before = (await alarmMails(operator)).length
      await causes[name]!.raise()
      await app.triggerCron()
      await app.triggerCron()
      expect(received).toMatchObject([{ alarm: name, state: 'raised' }])
      expect(received[0]!.link).toMatch(/\/operator$/)
      expect(await health()).toEqual({ status: 200, alarms: [name] })
      await causes[name]!.end()
      await app.triggerCron()
      expect(await health()).toEqual({ status: 200, alarms: [name] })
      await passCalm()
      await app.triggerCron()
      await app.triggerCron()
      expect(received).toMatchObject([
        { alarm: name, state: 'raised' },
        { alarm: name, state: 'resolved' },
      ])
      expect(await health()).toEqual({ status: 200, alarms: [] })
      const told = (await alarmMails(operator)).slice(before)
      expect(told.map(({ kind }) => kind).sort()).toEqual(['alarm', 'alarmResolved'])
      expect(await alarmMails(moderator)).toEqual([])
    },
  )

  it('has a cause in this file, or a test of its own', () => {
    expect([...Object.keys(causes), 'cronLate', 'databaseFull'].sort()).toEqual(
      [...alarmNames].sort(),
    )
  })

  it('is mailed once while the webhook refuses, which is called again by each run', async () => {
    received.length = 0
    const before = (await alarmMails(operator)).length
    status = 500
    await causes['casesWaiting']!.raise()
    await expect(app.triggerCron()).rejects.toThrow()
    expect(await alarmMails(operator)).toHaveLength(before + 1)
    await expect(app.triggerCron()).rejects.toThrow()
    status = 204
    await app.triggerCron()
    await app.triggerCron()
    expect(received).toHaveLength(3)
    expect(await alarmMails(operator)).toHaveLength(before + 1)
    await causes['casesWaiting']!.end()
    await app.triggerCron()
    await passCalm()
    await app.triggerCron()
  })
})

describe('settling a measure', () => {
  let env: Env

  beforeAll(async () => {
    env = await bindingsOf(app)
  })
  beforeEach(async () => {
    received.length = 0
    await run('DELETE FROM alarm')
  })

  const mailCount = async () => (await alarmMails(operator)).length

  it('calls the webhook once while no mail can be stored, and mails later', async () => {
    const before = await mailCount()
    await run(
      "CREATE TRIGGER no_mail BEFORE INSERT ON mail BEGIN SELECT RAISE(ABORT, 'no mail'); END",
    )
    await expect(settle(env, { databaseFull: 90, questionsShort: 1 })).rejects.toThrow('no mail')
    await expect(settle(env, { databaseFull: 90 })).rejects.toThrow('no mail')
    await run('DROP TRIGGER no_mail')
    expect(received.map(({ alarm }) => alarm).sort()).toEqual(['databaseFull', 'questionsShort'])
    await settle(env, { databaseFull: 90 })
    expect(received).toHaveLength(2)
    expect(await mailCount()).toBe(before + 2)
  })

  it('does not send the end of an alarm to a channel that failed to send its beginning', async () => {
    const before = await mailCount()
    status = 500
    await expect(settle(env, { databaseFull: 90 })).rejects.toThrow('500')
    await settle(env, { databaseFull: 1 }).catch(() => {})
    await passCalm()
    status = 204
    received.length = 0
    await settle(env, { databaseFull: 1 })
    expect(received).toEqual([])
    expect(await mailCount()).toBe(before + 2)
  })

  it('leaves an alarm to the worker that is sending it, and to another after two minutes', async () => {
    let respond!: () => void
    held = new Promise<void>((resolve) => (respond = resolve))
    const first = settle(env, { databaseFull: 90 })
    await expect.poll(() => received.length).toBe(1)
    await settle(env, { databaseFull: 90 })
    expect(received).toHaveLength(1)
    await run('UPDATE alarm SET leased_until = leased_until - ?1', 2 * MINUTE_MS)
    const second = settle(env, { databaseFull: 90 })
    await expect.poll(() => received.length).toBe(2)
    respond()
    await Promise.all([first, second])
    await settle(env, { databaseFull: 90 })
    expect(received).toHaveLength(2)
  })

  it('resolves the alarm of a value that crosses its threshold repeatedly only after a quarter of an hour', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await settle(env, { databaseFull: 80.1 })
      await settle(env, { databaseFull: 79.9 })
      await passCalm(14)
      await settle(env, { databaseFull: 79.9 })
    }
    expect(received).toMatchObject([{ alarm: 'databaseFull', state: 'raised' }])
    await passCalm(1)
    await settle(env, { databaseFull: 79.9 })
    expect(received).toMatchObject([{}, { alarm: 'databaseFull', state: 'resolved' }])
  })
})

it('raises an alarm when the database is more than 80 percent full', async () => {
  received.length = 0
  const env = await bindingsOf(app)
  await settle(env, { databaseFull: 80 })
  expect(received).toEqual([])
  await settle(env, { databaseFull: 80.5 })
  await settle(env, { databaseFull: 79 })
  await passCalm()
  await settle(env, { databaseFull: 79 })
  expect(received).toMatchObject([
    { alarm: 'databaseFull', state: 'raised', value: '80.5' },
    { alarm: 'databaseFull', state: 'resolved' },
  ])
  const { meta } = await app.db.prepare('SELECT 1').run()
  const { databaseFull } = await measure(env)
  expect(databaseFull).toBeCloseTo((meta.size_after / 10e9) * 100, 3)
})

describe('a late cron', () => {
  it('fails the health at once, and a reader’s request tells the operators', async () => {
    received.length = 0
    await app.setClock(6 * MINUTE_MS)
    expect(await health()).toEqual({ status: 503, alarms: ['cronLate'] })
    // Any isolate that writes what it has counted sees it.
    const env = await bindingsOf(app)
    countCached(env, { waitUntil() {} }, Date.now())
    await flushTraffic(env)
    expect(received).toMatchObject([{ alarm: 'cronLate', state: 'raised' }])
    await app.triggerCron()
    await passCalm()
    await app.triggerCron()
    expect(received).toMatchObject([{}, { alarm: 'cronLate', state: 'resolved' }])
    expect(await health()).toEqual({ status: 200, alarms: [] })
  })
})

it('counts requests and those that failed, and deletes the counts after two days', async () => {
  await run('DELETE FROM traffic')
  await app.fetch('/recent_theme')
  await app.fetch('/service/quest/v1/questionnaire?status=1')
  await app.triggerCron()
  const counted = () =>
    app.db
      .prepare('SELECT sum(requests) AS requests, sum(failures) AS failures FROM traffic')
      .first()
  expect(await counted()).toMatchObject({ requests: expect.any(Number), failures: 0 })
  const { results } = await app.db.prepare('SELECT route FROM route_time').all<{ route: string }>()
  expect(results.map(({ route }) => route)).toContain('/service/quest/v1/questionnaire')
  await app.setClock(3 * DAY_MS)
  await app.triggerCron()
  await app.triggerCron()
  expect(await counted()).toMatchObject({ requests: null })
})
