import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_S, HOUR_MS, HOUR_S, MINUTE_MS } from '../../src/domain/durations.ts'
import { ANNOUNCEMENT_LENGTH, ANNOUNCEMENT_MS } from '../../src/domain/announcement.ts'
import { expectError } from '../../harness/expect-error.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { invalid, outcome, refresh } from '../../harness/steps/auth-calls.ts'
import { deskCall } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { callService, resultsOf } from '../../harness/steps/service-calls.ts'
import { command } from './operator-database.ts'

const app = await ownApp()
const seconds = (ms: number) => Math.floor(ms / 1000)
const texts = { ja: '新しいお知らせ\nです。', en: 'Some news.\nIn two lines.' }

const operator = await personWithRole(app, 'operator')
beforeEach(async () => {
  await app.db.exec('DELETE FROM announcement')
  await app.db.exec('DELETE FROM maintenance_window')
  await app.setClock(0)
})

const desk = (line: string, input: object = {}) => deskCall(app, line, operator, input)
const add = async (input: object = {}) => {
  const { status, body } = await desk('POST /announcement', { texts, ...input })
  expect(status).toBe(200)
  return body[0] as { announcementId: string; startsAt: number; state: string }
}
const withdraw = (announcementId: string) =>
  desk('PUT /announcement/withdrawal', { announcementId })
const current = () => resultsOf(app, 'operator', 'GET /announcement', undefined)
const states = async () =>
  (await desk('GET /announcement/list')).body.map(({ state }: { state: string }) => state)
const audits = async (prefix: string) => {
  const { results } = await app.sql`SELECT actor_id AS actor, action, subject FROM audit_log
    WHERE action LIKE ${prefix} || '%' ORDER BY seq DESC LIMIT 2`.all()
  return results.toReversed()
}

it('an announcement is shown from its start until a newer one begins, or for thirty days', async () => {
  const startsAt = seconds(Date.now() + 5 * MINUTE_MS)
  const first = await add()
  expect(first.state).toBe('shown')
  await add({ startsAt, texts: { ...texts, en: 'Later.' } })
  expect(await current()).toEqual([{ startsAt: first.startsAt, texts }])
  expect(await states()).toEqual(['coming', 'shown'])
  await app.setClock(6 * MINUTE_MS)
  expect(await current()).toEqual([{ startsAt, texts: { ...texts, en: 'Later.' } }])
  expect(await states()).toEqual(['shown', 'over'])
  await app.setClock(6 * MINUTE_MS + ANNOUNCEMENT_MS)
  expect(await current()).toEqual([])
})

it('an announcement is named by the home page alone, by its start, and gives way to the one before when it is withdrawn', async () => {
  const timing = async (path: string) => (await app.fetch(path)).headers.get('Server-Timing') ?? ''
  const named = ({ startsAt }: { startsAt: number }) =>
    `news;desc="${new Date(startsAt * 1000).toISOString()}"`
  const earlier = await add({ seenId: null })
  await app.setClock(MINUTE_MS)
  // A colleague who has not seen it does not end it.
  const unseen = await desk('POST /announcement', { texts, seenId: null })
  expect(outcome(unseen)).toEqual(invalid('seenId'))
  const newer = await add({ seenId: earlier.announcementId })
  await app.setClock(2 * MINUTE_MS)
  await expect.poll(() => timing('/')).toContain(named(newer))
  expect(await timing('/login')).not.toContain('news')
  expect((await withdraw(newer.announcementId)).status).toBe(202)
  expect(await current()).toMatchObject([{ startsAt: earlier.startsAt }])
  expect(await states()).toEqual(['withdrawn', 'shown'])
  await app.setClock(4 * MINUTE_MS)
  expect(await timing('/')).not.toContain(named(newer))
  await expect.poll(() => timing('/')).toContain(named(earlier))
  expect(await audits('announcement')).toEqual([
    { actor: operator.userId, action: 'announcement.add', subject: newer.announcementId },
    { actor: operator.userId, action: 'announcement.withdraw', subject: newer.announcementId },
  ])
  expect((await withdraw(newer.announcementId)).status).toBe(404)
})

it.each([
  ['texts', { texts: { ja: '片方', en: ' \n' } }],
  ['texts', { texts: { ja: '片方', en: 'x'.repeat(ANNOUNCEMENT_LENGTH + 1) } }],
  ['texts', { texts: { ja: '片方', en: 'a\u0007bell' } }],
  ['startsAt', { startsAt: seconds(Date.now() - HOUR_MS) }],
  ['startsAt', { startsAt: seconds(Date.now()) + 400 * DAY_S }],
])('an announcement is refused for its %s: %j', async (field, input) => {
  expect(outcome(await desk('POST /announcement', { texts, ...input }))).toEqual(invalid(field))
  expect(await states()).toEqual([])
})

it('an announcement begins at the moment of another only if that is withdrawn before', async () => {
  const startsAt = seconds(Date.now() + HOUR_MS)
  const { announcementId } = await add({ startsAt })
  const refused = await desk('POST /announcement', { texts, startsAt })
  expect(outcome(refused)).toEqual(invalid('startsAt'))
  await withdraw(announcementId)
  const [{ withdrawnAt }] = (await desk('GET /announcement/list')).body
  expect(Math.abs(withdrawnAt - seconds(Date.now()))).toBeLessThan(60)
  expect((await add({ startsAt })).state).toBe('coming')
})

const window = (start: number, end: number) => ({ start: seconds(start), end: seconds(end) })

it('a maintenance window is set, shown and cancelled at the desk, also while it lasts and after a refresh', async () => {
  const planned = window(Date.now() - HOUR_MS, Date.now() + HOUR_MS)
  const set = { service: 'question', window: planned }
  expect((await desk('PUT /maintenance', set)).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'question', ...planned }])
  expect((await desk('POST /announcement', { texts })).status).toBe(503)
  const clear = { service: 'question', window: null, replaces: planned }
  await app.setClock(16 * MINUTE_MS)
  expect((await desk('PUT /maintenance', clear)).status).toBe(401)
  const { accessToken } = (await refresh(app, operator.updateToken)).body.results
  operator.authorization = `Bearer ${accessToken}`
  expect((await desk('PUT /maintenance', clear)).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([])
  expect((await desk('POST /announcement', { texts })).status).toBe(200)
  expect(await audits('maintenance')).toEqual([
    { actor: operator.userId, action: 'maintenance.set', subject: 'question' },
    { actor: operator.userId, action: 'maintenance.clear', subject: 'question' },
  ])
})

it('a maintenance window takes the place of another only for somebody who has seen that one', async () => {
  const planned = window(Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS)
  const later = window(Date.now() + HOUR_MS, Date.now() + 3 * HOUR_MS)
  const set = (input: object) => desk('PUT /maintenance', { service: 'auth', ...input })
  const over = window(Date.now() - 2 * HOUR_MS, Date.now() - HOUR_MS)
  expect(outcome(await set({ window: over }))).toEqual(invalid('window'))
  expect((await set({ window: planned })).status).toBe(202)
  for (const input of [{ window: later }, { window: null }, { window: later, replaces: later }])
    expect(outcome(await set(input))).toEqual(invalid('replaces'))
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'auth', ...planned }])
  expect((await set({ window: later, replaces: planned })).status).toBe(202)
  expect((await desk('GET /maintenance')).body).toEqual([{ service: 'auth', ...later }])
})

const starts = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS

const person = await createPerson(app)

/** Sets the time and has the windows read again, which are kept for 30 seconds. */
async function at(ms: number): Promise<void> {
  await app.setClock(ms - Date.now())
  await app.fetch('/service/maintenance')
}

async function set(service: string, startMs: number | null, endMs: number | null) {
  await app.sql`INSERT OR REPLACE INTO maintenance_window (service, starts_at, ends_at)
    VALUES (${service}, ${startMs}, ${endMs})`.run()
}

it('npm run operator -- maintenance clear ends every window, and leaves a trace', async () => {
  await set('auth', Date.now() - MINUTE_MS, Date.now() + HOUR_MS)
  await set('question', Date.now() - MINUTE_MS, Date.now() + HOUR_MS)
  await command(app, 'maintenance', 'clear')
  expect((await desk('GET /maintenance')).body).toEqual([])
  const trace = { actor: 'command line', action: 'maintenance.clear', subject: 'all' }
  expect((await audits('maintenance')).at(-1)).toEqual(trace)
})

async function told(path = '/'): Promise<string> {
  await expect
    .poll(async () => (await app.fetch(path)).headers.get('Server-Timing'))
    .not.toContain('unknown')
  const entries = (await app.fetch(path)).headers.get('Server-Timing')?.split(', ') ?? []
  return entries.find((entry) => entry.startsWith('maintenance')) ?? ''
}

const post = (path: string, init: RequestInit = {}) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...init.headers },
    body: '{}',
    ...init,
  })

describe('a window that an operator sets', () => {
  beforeEach(() => set('auth', starts, starts + HOUR_MS))

  it.each([
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

  it('a page that came too early asks once more and waits for the answer', async () => {
    await app.setClock(starts + MINUTE_MS - Date.now())
    const first = await app.fetch('/service/maintenance')
    expect(await first.json()).toEqual({ results: [window(starts, starts + HOUR_MS)] })
    await app.setClock(starts - MINUTE_MS - Date.now())
    expect(await (await app.fetch('/service/maintenance')).json()).toEqual({ results: [] })
  })

  it('a change is refused until the end, before the first page has been asked for', async () => {
    await app.restartAt(starts + MINUTE_MS - Date.now())
    const headers = { Authorization: person.authorization }
    const response = await post('/service/comment/v1/comment', { headers })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(HOUR_S - 120)
    expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(HOUR_S - 60)
    expect(response.headers.get('Maintenance')).toBe('1')
    await expectError(response, 'databaseConnectionFailed')
  })

  it('reading goes on, pages are the same bytes, and reports are taken', async () => {
    await at(starts - MINUTE_MS)
    const before = await (await app.fetch('/login')).text()
    await at(starts + MINUTE_MS)
    await told()
    expect(await (await app.fetch('/login')).text()).toBe(before)
    const page = await app.fetch('/')
    expect(page.status).toBe(200)
    expect((await app.fetch('/service/quest/v1/questionnaire?status=1')).status).toBe(200)
    expect((await post('/service/no/such/call')).status).toBe(404)
    expect((await callService(app, 'user', 'GET /user/me', person)).status).not.toBe(503)
    const report = { page: '/', language: 'ja', metrics: [{ name: 'LCP', value: 1 }] }
    const sent = await post('/service/vitals', { body: JSON.stringify(report) })
    expect(sent.status).toBe(202)
  })

  it.each([
    ['POST', '/service/auth/v1/user/register/'],
    ['PUT', '/service/user/v1/user/gender'],
    ['PUT', '/service/auth/v1/user/status/activated'],
    ['DELETE', '/service/comment/v1/comment'],
    ['DELETE', '/service/account/v1/user/'],
    ['GET', '/service/auth/v1/user/login/?email=a&password=b'],
    ['GET', '/service/auth/v1/user/register/complete/?email=a&language=ja'],
    ['GET', '/service/account/v1/user/account/delete'],
  ])('%s %s is refused', async (method, path) => {
    await at(starts + MINUTE_MS)
    const body = method === 'GET' ? null : '{}'
    expect((await app.fetch(path, { method, body })).status).toBe(503)
  })

  it('a stored page learns that the window was taken back', async () => {
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

it("the question service's window counts where auth has none", async () => {
  await set('question', starts, starts + HOUR_MS)
  await at(starts + MINUTE_MS)
  expect(await told()).toBe(`maintenance;desc="${seconds(starts)}-${seconds(starts + HOUR_MS)}"`)
})

it('requests the window of auth first, and once in 30 seconds', async () => {
  await set('auth', starts, starts + HOUR_MS)
  await set('question', starts, starts + 2 * HOUR_MS)
  await at(starts + 2 * MINUTE_MS)
  expect(await told()).toContain(`-${seconds(starts + HOUR_MS)}`)
  await app.db.exec('DELETE FROM maintenance_window')
  expect(await told()).toContain(`-${seconds(starts + HOUR_MS)}`)
})

it('a malformed window shows nothing and writes one line', async () => {
  await set('auth', starts, null)
  const before = app.logs.length
  await at(starts + MINUTE_MS)
  expect(await told()).toBe('maintenance;desc="none"')
  expect((await post('/service/auth/v1/user/login/')).status).toBe(400)
  const lines = app.logs.slice(before).filter((line) => line.includes('"event":"maintenance"'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', service: 'auth' })
})

it.each(['question', 'auth'] as const)(
  'the maintenance window of the %s service is in epoch seconds while it is set, and not another service’s',
  async (service) => {
    const announced = () => resultsOf(app, service, 'GET /admin/service/maintenance', undefined)
    await set(service === 'auth' ? 'question' : 'auth', starts, starts + HOUR_MS)
    expect(await announced()).toEqual([])
    await set(service, Date.parse('2026-11-20T17:00:00Z'), Date.parse('2026-11-20T19:30:00Z'))
    expect(await announced()).toEqual([
      { name: 'serviceMaintenanceStart', lastUpdated: Date.parse('2026-11-20T17:00:00Z') / 1000 },
      { name: 'serviceMaintenanceEnd', lastUpdated: Date.parse('2026-11-20T19:30:00Z') / 1000 },
    ])
  },
)

it.each([[[]], [['question']], [['clear', 'now']]])(
  'npm run operator -- maintenance refuses %j',
  async (words) => {
    await expect(command(app, 'maintenance', ...words)).rejects.toThrow(/^(?:'|Say which)/)
  },
)
