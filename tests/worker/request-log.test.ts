import { afterEach, describe, expect, test } from 'vitest'
import { errors } from '../../src/domain/errors.ts'
import { createService } from '../../src/worker/http/create-service.ts'
import { ownApp } from '../../harness/own-app.ts'
import { newEmail } from '../../harness/credentials.ts'
import { auth, register } from '../../harness/steps/auth-calls.ts'
import { until } from '../../harness/until.ts'

const SECRET = 'the secret of the account tests, never used elsewhere'

const app = await ownApp({ vars: { SECRET } })

type Line = Record<string, unknown>

const hasEvent = (lines: Line[], name: string) => lines.some(({ event }) => event === name)

/** Complete log lines of the work, including those written after the response. */
async function linesOf(
  work: () => Promise<unknown>,
  isComplete = (lines: Line[]) => lines.length > 0,
): Promise<Line[]> {
  app.logs.length = 0
  await work()
  return until(() => app.logs.map((line) => JSON.parse(line) as Line), isComplete)
}

const requests = (lines: Line[]) => lines.filter(({ event }) => event === 'request')

describe('each request is one line', () => {
  const routes: [string, string, number, string, string][] = [
    ['GET', '/theme_details?themeID=canary', 404, '/theme_details', 'gateway'],
    ['GET', '/ja/recent_theme', 200, '/recent_theme', 'gateway'],
    ['GET', '/login/', 308, '/login', 'gateway'],
    [
      'GET',
      '/service/auth/v1/user/login/?email=a@b.example&password=x',
      401,
      '/service/auth/v1/user/login',
      'auth',
    ],
    ['GET', '/service/quest/v1/questionnaire', 200, '/service/quest/v1/questionnaire', 'question'],
    ['GET', '/picture/canary', 404, '/picture/:id', 'gateway'],
    ['GET', '/card/canary/ja.png', 404, '/card/:questionId/:file', 'gateway'],
    ['GET', '/service/auth/v1/user/canary', 404, 'other', 'auth'],
    ['GET', '/canary', 404, 'other', 'gateway'],
    ['GET', '/healthz', 200, '/healthz', 'gateway'],
    ['DELETE', '/login', 405, '/login', 'gateway'],
  ]
  test.each(routes)('%s %s', async (method, path, status, route, service) => {
    const responses: Response[] = []
    const lines = await linesOf(async () => responses.push(await app.fetch(path, { method })))
    const [line, ...others] = requests(lines)
    expect(others).toEqual([])
    const level = status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
    const requestId = responses[0]?.headers.get('X-Request-Id')
    expect(line).toMatchObject({ level, requestId, method, route, status })
    expect(line?.['service']).toBe(route === 'other' ? 'gateway' : service)
    expect(line?.['ms']).toBeTypeOf('number')
    expect(new Date(line?.['time'] as string).toISOString()).toBe(line?.['time'])
    expect(JSON.stringify(lines)).not.toMatch(/canary|a@b/)
  })

  test('a page’s line names its language', async () => {
    const lines = await linesOf(() => app.fetch('/', { headers: { Cookie: 'Language=en' } }))
    expect(requests(lines)[0]).toMatchObject({ route: '/', language: 'en' })
  })
})

test('the id of a request is the worker’s own, whatever the client sends', async () => {
  for (const claimed of ['0123456789abcdef', 'x', '"}{"level":"error"']) {
    const response = await app.fetch('/service/auth/v1/nothing', {
      headers: { 'X-Request-Id': claimed },
    })
    const { requestId } = (await response.json()) as { requestId: string }
    expect(requestId).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(requestId).toBe(response.headers.get('X-Request-Id'))
  }
})

test('the id of a request is in the log lines of the mail that a request sends', async () => {
  const email = newEmail()
  await register(app, email)
  await app.setVars({
    MAIL_TRANSPORT: 'smtp',
    MAIL_FROM: 'a@b.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '9',
  })
  let requestId: string | null = ''
  const lines = await linesOf(
    async () => {
      const line = `GET /user/register/complete/?email=${email}&language=en`
      requestId = (await auth(app, line)).headers.get('X-Request-Id')
    },
    (all) => hasEvent(all, 'mail'),
  )
  expect(lines.find(({ event }) => event === 'mail')).toMatchObject({
    mail: 'delayed',
    requestId,
  })
})

test('the id of a request is one of the run in the lines of the cron', async () => {
  await app.setVars({ MAIL_TRANSPORT: '', LOG_LEVEL: 'debug' })
  const lines = await linesOf(
    () => app.triggerCron(),
    (all) => hasEvent(all, 'mail') && hasEvent(all, 'cron'),
  )
  const mail = lines.find(({ event }) => event === 'mail')
  const run = lines.find(({ event }) => event === 'cron')
  expect(mail).toMatchObject({ mail: 'no-transport' })
  expect(run?.['runId']).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(mail?.['runId']).toBe(run?.['runId'])
})

describe('how much is logged', () => {
  afterEach(() => app.setVars({ MAIL_TRANSPORT: 'outbox', LOG_LEVEL: '', LOG_SAMPLING: '' }))
  const both = async () => {
    for (const path of ['/service/ip', '/nothing', '/service/ip']) await app.fetch(path)
    // A later request's response implies that earlier lines are written.
    await app.fetch('/service/ip')
  }
  const statuses = async () => requests(await linesOf(both, () => true)).map(({ status }) => status)

  test('a failure is always logged, the others by their share', async () => {
    await app.setVars({ LOG_SAMPLING: '0' })
    expect(await statuses()).toEqual([404])
    await app.setVars({ LOG_SAMPLING: '1' })
    expect((await statuses()).slice(0, 3)).toEqual([200, 404, 200])
  })

  test('begins at the level of the setting', async () => {
    await app.setVars({ LOG_LEVEL: 'warn' })
    expect(await statuses()).toEqual([404])
    await app.setVars({ LOG_LEVEL: 'error' })
    expect(await statuses()).toEqual([])
    await app.setVars({ LOG_LEVEL: 'silent' })
    expect(await linesOf(both, () => true)).toEqual([])
  })

  test('a variable that is wrong is named once, and the default holds', async () => {
    await app.restart({ LOG_SAMPLING: 'canary', LIMIT_OF_NOTHING: '3' })
    const lines = await linesOf(both, () => true)
    const problems = lines.filter(({ event }) => event === 'configuration')
    const first = Map.groupBy(problems, ({ requestId }) => requestId)
    expect(first.size).toBe(1)
    for (const named of first.values())
      expect(named).toMatchObject([
        {
          level: 'error',
          variable: 'LOG_SAMPLING',
          problem: 'LOG_SAMPLING must be a number from 0 to 1.',
        },
        { level: 'error', variable: 'LIMIT_OF_NOTHING' },
      ])
    expect(requests(lines).length).toBeGreaterThanOrEqual(3)
    await app.setVars({ LIMIT_OF_NOTHING: undefined } as never)
  })
})

test('the response to anything thrown is an error of the catalogue', async () => {
  const service = createService({}, {})
  const thrown = {
    '/text': 'a text',
    '/null': null,
    '/object': { status: 200 },
    '/error': new Error('x'),
  }
  for (const [path, what] of Object.entries(thrown))
    service.get(path, () => {
      throw what
    })
  for (const path of Object.keys(thrown)) {
    const response = await service.request(path, {}, { SECRET, LOG_LEVEL: 'silent' })
    const { httpCode, errorCode, message } = errors.somethingWentWrong
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ httpCode, errorCode, statusCode: errorCode, message })
  }
})
