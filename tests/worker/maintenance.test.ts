import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, HOUR_S, MINUTE_MS } from '../../src/domain/durations.ts'
import { CommandError } from '../../scripts/operator/database.ts'
import { maintenanceStatement } from '../../scripts/operator/maintenance.ts'
import { expectError } from '../../harness/expect-error.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { callService } from '../../harness/steps/service-calls.ts'

const app = await ownApp()
const starts = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
const words = (ms: number) => new Date(ms).toISOString().slice(0, 16) + 'Z'

const person = await createPerson(app)
beforeEach(async () => {
  await app.db.exec('DELETE FROM maintenance_window')
})

/** Sets the time and has the windows read again, which are kept for 30 seconds. */
async function at(ms: number): Promise<void> {
  await app.setClock(ms - Date.now())
  await app.fetch('/service/maintenance')
}

const operate = (...words: string[]) => app.db.prepare(maintenanceStatement(words)).run()

async function set(service: string, startMs: number | null, endMs: number | null) {
  await app.sql`INSERT INTO maintenance_window (service, starts_at, ends_at)
    VALUES (${service}, ${startMs}, ${endMs})`.run()
}

async function told(path = '/'): Promise<string> {
  await expect
    .poll(async () => (await app.fetch(path)).headers.get('Server-Timing'))
    .not.toContain('unknown')
  const entries = (await app.fetch(path)).headers.get('Server-Timing')?.split(', ') ?? []
  return entries.find((entry) => entry.startsWith('maintenance')) ?? ''
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const post = (path: string, init: RequestInit = {}) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...init.headers },
    body: '{}',
    ...init,
  })

describe('a window that an operator sets', () => {
  beforeEach(() => operate('auth', words(starts), words(starts + HOUR_MS)))

  test.each([
    ['before it', -MINUTE_MS, false],
    ['at its first moment', 1_000, true],
    ['near its end', HOUR_MS - 20_000, true],
    ['after it', HOUR_MS + 1_000, false],
  ])('%s', async (_, offset, isDuring) => {
    await at(starts + offset)
    const expected = isDuring ? `${seconds(starts)}-${seconds(starts + HOUR_MS)}` : 'none'
    for (const path of ['/', '/login', '/no_such_page']) {
      expect(await told(path)).toBe(`maintenance;desc="${expected}"`)
    }
    const response = await post('/service/auth/v1/user/login/')
    expect(response.status).toBe(isDuring ? 503 : 400)
  })

  test('a page that came too early asks once more and waits for the answer', async () => {
    await app.setClock(starts + MINUTE_MS - Date.now())
    const first = await app.fetch('/service/maintenance')
    const window = { start: seconds(starts), end: seconds(starts + HOUR_MS) }
    expect(await first.json()).toEqual({ results: [window] })
    await app.setClock(starts - MINUTE_MS - Date.now())
    expect(await (await app.fetch('/service/maintenance')).json()).toEqual({ results: [] })
  })

  test('a change is refused until the end, before the first page has been asked for', async () => {
    await app.restartAt(starts + MINUTE_MS - Date.now())
    const headers = { Authorization: person.authorization }
    const response = await post('/service/comment/v1/comment', { headers })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(HOUR_S - 120)
    expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(HOUR_S - 60)
    expect(response.headers.get('Maintenance')).toBe('1')
    await expectError(response, 'databaseConnectionFailed')
  })

  test('reading goes on, pages are the same bytes, and reports are taken', async () => {
    await at(starts - MINUTE_MS)
    const before = await (await app.fetch('/login')).text()
    await at(starts + MINUTE_MS)
    await told()
    expect(await (await app.fetch('/login')).text()).toBe(before)
    const page = await app.fetch('/')
    expect(page.status).toBe(200)
    expect((await app.fetch('/service/quest/v1/questionnaire?status=1')).status).toBe(200)
    expect((await callService(app, 'user', 'GET /user/me', person)).status).not.toBe(503)
    const report = { page: '/', language: 'ja', metrics: [{ name: 'LCP', value: 1 }] }
    const sent = await post('/service/vitals', { body: JSON.stringify(report) })
    expect(sent.status).toBe(202)
  })

  test.each([
    ['POST', '/service/auth/v1/user/register/'],
    ['POST', '/service/auth/v1/user/token/'],
    ['PUT', '/service/user/v1/user/gender'],
    ['PUT', '/service/auth/v1/user/status/activated'],
    ['DELETE', '/service/comment/v1/comment'],
    ['DELETE', '/service/account/v1/user/'],
    ['PATCH', '/service/user/v1/user/me'],
    ['GET', '/service/auth/v1/user/login/?email=a&password=b'],
    ['GET', '/service/auth/v1/user/token?token=a'],
    ['GET', '/service/auth/v1/user/register/complete/?email=a&language=ja'],
    ['GET', '/service/account/v1/user/account/delete'],
  ])('%s %s is refused', async (method, path) => {
    const body = method === 'GET' ? null : '{}'
    expect((await app.fetch(path, { method, body })).status).toBe(503)
  })

  test('a stored page learns that the window was taken back', async () => {
    await at(starts + MINUTE_MS)
    await told()
    const tag = (await app.fetch('/')).headers.get('ETag') ?? ''
    await app.db.exec("DELETE FROM maintenance_window WHERE service = 'auth'")
    await at(starts + MINUTE_MS + 31_000)
    await told()
    const again = await app.fetch('/', { headers: { 'If-None-Match': tag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('Server-Timing')).toContain('maintenance;desc="none"')
  })
})

test("the question service's window counts where auth has none", async () => {
  await set('question', starts, starts + HOUR_MS)
  await at(starts + MINUTE_MS)
  expect(await told()).toBe(`maintenance;desc="${seconds(starts)}-${seconds(starts + HOUR_MS)}"`)
})

test('requests the window of auth first, and once in 30 seconds', async () => {
  await set('auth', starts, starts + HOUR_MS)
  await set('question', starts, starts + 2 * HOUR_MS)
  await at(starts + 2 * MINUTE_MS)
  expect(await told()).toContain(`-${seconds(starts + HOUR_MS)}`)
  await app.db.exec('DELETE FROM maintenance_window')
  expect(await told()).toContain(`-${seconds(starts + HOUR_MS)}`)
})

test('a malformed window shows nothing and writes one line', async () => {
  await set('auth', starts, null)
  const before = app.logs.length
  await at(starts + MINUTE_MS)
  expect(await told()).toBe('maintenance;desc="none"')
  expect((await post('/service/auth/v1/user/login/')).status).toBe(400)
  const lines = app.logs.slice(before).filter((line) => line.includes('"event":"maintenance"'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', service: 'auth' })
})

describe.each([
  ['question', 'quest'],
  ['auth', 'auth'],
])('a maintenance window of the %s service', (service, path) => {
  async function announced(): Promise<unknown> {
    const response = await app.fetch(`/service/${path}/v1/admin/service/maintenance`)
    expect(response.status).toBe(200)
    return ((await response.json()) as { results: unknown }).results
  }

  test('is in epoch seconds while it is set, and empty otherwise', async () => {
    expect(await announced()).toEqual([])
    await operate(service, '2026-11-21T02:00', '2026-11-20T19:30:00Z')
    expect(await announced()).toEqual([
      { name: 'serviceMaintenanceStart', lastUpdated: Date.parse('2026-11-20T17:00:00Z') / 1000 },
      { name: 'serviceMaintenanceEnd', lastUpdated: Date.parse('2026-11-20T19:30:00Z') / 1000 },
    ])
    await operate(service, '2026-12-01T00:00+09:00', '2026-12-01T01:00+09:00')
    expect(await announced()).toMatchObject([
      { lastUpdated: Date.parse('2026-11-30T15:00:00Z') / 1000 },
      {},
    ])
    await operate(service, 'clear')
    expect(await announced()).toEqual([])
  })

  test('is not another service’s', async () => {
    await operate(service === 'auth' ? 'question' : 'auth', '2026-11-21T02:00', '2026-11-21T04:00')
    expect(await announced()).toEqual([])
  })
})

test.each([
  [[]],
  [['question']],
  [['mail', 'clear']],
  [['question', 'clear', 'now']],
  [['question', '2026-11-21T02:00']],
  [['question', 'soon', 'later']],
  [['question', '2026-11-21T04:00', '2026-11-21T02:00']],
  [["question'; DROP TABLE user; --", 'clear']],
  [['question', '2026-11-21T02:00', '2026-11-21T04:00', 'please']],
])('the operator’s command refuses %j', (words) => {
  expect(() => maintenanceStatement(words)).toThrow(CommandError)
})
