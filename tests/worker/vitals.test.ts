import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { startApp, type App } from '../../harness/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ questions: false })
})
afterAll(() => app.stop())
afterEach(async () => {
  await app.db.exec('DELETE FROM vital')
})

const report = { page: '/', language: 'ja', metrics: [{ name: 'LCP', value: 1234.5 }] }

const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.fetch('/service/vitals', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const rows = async () => (await app.db.prepare('SELECT * FROM vital ORDER BY metric').all()).results

/** Counts are written a moment after the answers. */
const counted = () => expect.poll(rows)

test('a report is counted by day, page, language and value to two digits', async () => {
  const metrics = [
    { name: 'LCP', value: 1234.5 },
    { name: 'CLS', value: 0.0456 },
    { name: 'TTFB', value: 0 },
  ]
  for (let sent = 0; sent < 3; sent++) {
    const response = await send({ ...report, metrics })
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ results: [] })
  }
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  const all = { day, page: '/', language: 'ja', count: 3 }
  await counted().toEqual([
    { ...all, metric: 'CLS', value: 46 },
    { ...all, metric: 'LCP', value: 1200 },
    { ...all, metric: 'TTFB', value: 0 },
  ])
})

test('an operator reads percentiles per page and language', async () => {
  for (let value = 1; value <= 100; value++) {
    await send({ ...report, language: 'en', metrics: [{ name: 'LCP', value }] })
  }
  await send({ ...report, page: '/login', metrics: [{ name: 'LCP', value: 7 }] })
  const percentiles = app.db.prepare('SELECT * FROM vital_percentile ORDER BY page, language')
  const read = async () => (await percentiles.all()).results
  await expect.poll(read).toEqual([
    { page: '/', language: 'en', metric: 'LCP', reports: 100, p50: 50, p75: 75, p95: 95 },
    { page: '/login', language: 'ja', metric: 'LCP', reports: 1, p50: 7, p75: 7, p95: 7 },
  ])
})

test('a path that is no page is counted as other, so that nothing personal is kept', async () => {
  for (const page of ['/someone@example.com', '/reset_password?passCode=123456', 'x', '']) {
    expect((await send({ ...report, page })).status).toBe(202)
  }
  await counted().toMatchObject([{ page: 'other', count: 4 }])
})

test('the same report of many at once is one row', async () => {
  await Promise.all(Array.from({ length: 50 }, () => send(report)))
  await counted().toMatchObject([{ metric: 'LCP', value: 1200, count: 50 }])
})

describe('a malformed report is refused and not counted', () => {
  const metric = report.metrics[0]
  test.each<[string, unknown, number]>([
    ['not JSON', '{', 400],
    ['a list', [report], 400],
    ['a further field', { ...report, userId: 'x' }, 400],
    ['another language', { ...report, language: 'fr' }, 406],
    ['no metrics', { ...report, metrics: [] }, 406],
    ['a metric twice', { ...report, metrics: [metric, metric] }, 406],
    ['an unknown metric', { ...report, metrics: [{ name: 'FID', value: 1 }] }, 406],
    ['a negative value', { ...report, metrics: [{ name: 'LCP', value: -1 }] }, 406],
    ['a huge value', { ...report, metrics: [{ name: 'LCP', value: 1e12 }] }, 406],
    ['text for a value', { ...report, metrics: [{ name: 'LCP', value: '1' }] }, 400],
    ['a long path', { ...report, page: '/'.repeat(300) }, 406],
    ['too much', { ...report, page: 'x'.repeat(4000) }, 413],
  ])('%s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status)
  })

  test('another content type, another method', async () => {
    expect((await send(report, { 'Content-Type': 'text/plain' })).status).toBe(400)
    expect((await app.fetch('/service/vitals')).status).toBe(404)
  })

  test('is not stored, as a later report shows', async () => {
    await send({ ...report, metrics: [{ name: 'INP', value: 8 }] })
    await counted().not.toEqual([])
    expect(await rows()).toMatchObject([{ metric: 'INP', value: 8, count: 1 }])
  })
})

test('one address is counted 30 times a minute, another still is', async () => {
  const limited = await startApp({ questions: false, vars: { LIMITS: '' } })
  const from = (address: string) =>
    limited.fetch('/service/vitals', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
      body: JSON.stringify(report),
    })
  const statuses: number[] = []
  for (let sent = 0; sent < 31; sent++) statuses.push((await from('192.0.2.1')).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(30)
  const refused = await from('192.0.2.1')
  expect(refused.status).toBe(403)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await from('192.0.2.2')).status).toBe(202)
  await limited.stop()
})

test('vitals older than 90 days are cleaned away', async () => {
  const day = (daysAgo: number) =>
    new Date(Date.now() + TOKYO_OFFSET_MS - daysAgo * DAY_MS).toISOString().slice(0, 10)
  for (const daysAgo of [0, 89, 90, 91, 400]) {
    await app.db
      .prepare(
        "INSERT INTO vital (day, page, language, metric, value) VALUES (?, '/', 'ja', 'LCP', 1)",
      )
      .bind(day(daysAgo))
      .run()
  }
  await app.triggerCron()
  const left = (await rows()).map((row) => row['day']).sort()
  expect(left).toEqual([day(89), day(0)])
})
