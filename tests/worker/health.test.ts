import { expect, test, vi } from 'vitest'
import { workerdId } from '../../harness/local/workerd.ts'
import { MAX_WAIT_MS } from '../../harness/max-wait.ts'
import { ownApp } from '../../harness/own-app.ts'

const app = await ownApp({ questions: false })

async function health() {
  const response = await app.fetch('/healthz')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { results } = (await response.json()) as { results: Record<string, unknown> }
  return { status: response.status, ...results }
}

test('a deployment that is set up well is healthy', async () => {
  expect(await health()).toEqual({
    status: 200,
    database: true,
    problems: [],
    remote: [],
    alarms: [],
  })
})

test('a server process that was killed is started again, with its data', async () => {
  await app.db.exec('CREATE TABLE canary (id TEXT)')
  process.kill(workerdId!, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await app.sql`SELECT count(*) AS n FROM canary`.first('n')).toBe(0),
    { timeout: MAX_WAIT_MS, interval: 100 },
  )
  expect((await app.fetch('/healthz')).status).toBe(200)
})

test('a wrong variable is named without its value', async () => {
  await app.setVars({ PUBLIC_ORIGIN: 'https://canary.example/path', SECRET: 'canary' })
  const found = await health()
  expect(found).toMatchObject({ status: 503, database: true })
  expect(found).toHaveProperty('problems', [
    'SECRET must have at least 32 characters.',
    expect.stringMatching(/^PUBLIC_ORIGIN must be scheme and host only/),
  ])
  expect(JSON.stringify(found)).not.toContain('canary')
})

test('a deployment without its own address is named', async () => {
  await app.setVars({ PUBLIC_ORIGIN: '', DEVELOPMENT: '', LIMITS: '', MAIL_TRANSPORT: '' })
  expect(await health()).toMatchObject({
    status: 503,
    problems: expect.arrayContaining([expect.stringMatching(/^PUBLIC_ORIGIN must be set/)]),
  })
})
