import { beforeEach, expect, test } from 'vitest'
import { jsonRequest } from '../../harness/json-request.ts'
import { setTestLimits, sharedApp } from '../../harness/own-app.ts'

const app = await sharedApp()
let before = 0
beforeEach(() => void (before = app.logs.length))

const report = { page: '/', language: 'ja', metrics: [{ name: 'LCP', value: 1234.5 }] }

const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.fetch('/service/vitals', jsonRequest('POST', body, headers))

const lines = () =>
  app.logs
    .slice(before)
    .filter((line) => line.includes('"vitals"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a report is one log line with nothing of its sender', async () => {
  const metrics = [
    { name: 'LCP', value: 1234.5 },
    { name: 'CLS', value: 0.0456 },
  ]
  const response = await send({ ...report, metrics })
  expect(response.status).toBe(202)
  expect(await response.json()).toEqual({ results: [] })
  await expect.poll(lines).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      event: 'vitals',
      requestId: response.headers.get('X-Request-Id'),
      page: '/',
      language: 'ja',
      LCP: 1234.5,
      CLS: 0.0456,
    },
  ])
})

test('a path that is no page is logged as other, so that nothing personal is kept', async () => {
  for (const page of ['/someone@example.com', '/reset_password?passCode=123456', 'x', '']) {
    expect((await send({ ...report, page })).status).toBe(202)
  }
  await expect.poll(() => lines().map(({ page }) => page)).toEqual(Array(4).fill('other'))
})

const metric = report.metrics[0]
test.each<[string, unknown, number]>([
  ['another language', { ...report, language: 'fr' }, 406],
  ['no metrics', { ...report, metrics: [] }, 406],
  ['a metric twice', { ...report, metrics: [metric, metric] }, 406],
  ['an unknown metric', { ...report, metrics: [{ name: 'FID', value: 1 }] }, 406],
  ['a negative value', { ...report, metrics: [{ name: 'LCP', value: -1 }] }, 406],
  ['a huge value', { ...report, metrics: [{ name: 'LCP', value: 1e12 }] }, 406],
  ['text for a value', { ...report, metrics: [{ name: 'LCP', value: '1' }] }, 400],
  ['a long path', { ...report, page: '/'.repeat(300) }, 406],
])('a malformed report is refused and not logged: %s', async (_, body, status) => {
  expect((await send(body)).status).toBe(status)
})

test('a malformed report is refused and not logged without a line in the log, as a later report shows', async () => {
  await send({ ...report, language: 'fr' })
  await send({ ...report, metrics: [{ name: 'INP', value: 8 }] })
  await expect.poll(lines).toMatchObject([{ INP: 8 }])
})

test('one address may report 30 times a minute', async () => {
  await setTestLimits(app, '')
  const from = (address: string) => send(report, { 'CF-Connecting-IP': address })
  const statuses: number[] = []
  for (let sent = 0; sent < 31; sent++) statuses.push((await from('192.0.2.1')).status)
  expect(statuses).toEqual([...Array(30).fill(202), 403])
  expect(Number((await from('192.0.2.1')).headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await from('192.0.2.2')).status).toBe(202)
})
