import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { serviceBases } from '../../src/contract/bases.ts'
import { expectError } from '../../harness/expect-error.ts'
import { jsonRequest } from '../../harness/json-request.ts'
import { ownApp, setTestVars } from '../../harness/own-app.ts'
import { until } from '../../harness/until.ts'
import { CANARY, faults, send, startRemoteOrigin, type Received } from './remote-origin.ts'

/** Three seconds, plus slack for a busy machine. */
const MAX_MS = 20_000

const remote = await startRemoteOrigin()
const site = await ownApp({ questions: false, vars: remote.vars })
afterAll(() => remote.stop())

function socketStatus(path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(site.origin.replace('http', 'ws') + path, { origin: site.origin })
    socket.on('error', () => {})
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode)
      request.destroy()
    })
  })
}

describe('a remote service', () => {
  beforeEach(() => remote.behave(send({ results: [] })))

  const read = () =>
    site.fetch(`${serviceBases.question}/questionnaire?status=1&n=${Math.random()}`)
  const uncached = () => site.fetch(`${serviceBases.moderation}/mute`)
  const call = (method: string, path: string, body: unknown, headers = {}) =>
    site.fetch(path, jsonRequest(method, body, headers))
  const change = () => call('PUT', `${serviceBases.user}/user/gender`, { gender: 1 })
  const logIn = (body: unknown = { email: 'a+b@c.example', password: 'p&?=#ä' }, headers = {}) =>
    call('POST', `${serviceBases.auth}/user/login/`, body, headers)

  async function leaksNothing(response: Response) {
    expect(JSON.stringify([...response.headers]) + (await response.clone().text())).not.toContain(
      CANARY,
    )
    for (const name of ['Set-Cookie', 'Location', 'Clear-Site-Data', 'Access-Control-Allow-Origin'])
      expect(response.headers.get(name)).toBe(null)
  }

  it.each(faults)(
    'fails with %s as %d in time; a read is sent %d times and a change once',
    async (_, status, reads, behaviour) => {
      remote.behave(behaviour)
      const startedAt = performance.now()
      const responses = await Promise.all([uncached(), change()])
      expect(performance.now() - startedAt).toBeLessThan(MAX_MS)
      for (const response of responses) {
        await leaksNothing(response)
        await expectError(
          response,
          status === 503 ? 'databaseConnectionFailed' : 'somethingWentWrong',
        )
      }
      const methods = remote.received().map(({ line }) => line.split(' ')[0])
      expect(methods.filter((method) => method === 'GET')).toHaveLength(reads)
      expect(methods.filter((method) => method === 'PUT')).toHaveLength(1)
    },
  )

  it('gives its second response when it fails a read once', async () => {
    remote.behave((response, request) =>
      remote.received().length === 1
        ? response.destroy()
        : send({ results: [] })(response, request),
    )
    expect((await uncached()).status).toBe(200)
    expect(remote.received()).toHaveLength(2)
  })

  it('is 503 when nothing listens', async () => {
    await setTestVars(site, {
      USER_SERVICE_URL: 'http://127.0.0.1:9',
      QUESTION_SERVICE_URL: 'http://a',
    })
    await expectError(await change(), 'databaseConnectionFailed')
    // An invalid variable never falls back to the embedded service.
    await expectError(await read(), 'databaseConnectionFailed')
  })

  it('gets a login as the documented GET with the device headers, and nothing else of a client', async () => {
    remote.behave(send({ results: { accessToken: 'a', updateToken: 'u', more: CANARY } }))
    const response = await logIn(undefined, {
      Forwarded: `for=${CANARY}`,
      'X-Forwarded-For': CANARY,
      'X-Forwarded-Host': CANARY,
      Cookie: `Language=ja; ${CANARY}=1`,
      Referer: `https://${CANARY}.example/`,
      'User-Agent': `${CANARY} Android Mobile`,
      LocalIP: CANARY,
      DeviceName: CANARY,
      LocalLanguage: 'ja-JP',
      'CF-Connecting-IP': '203.0.113.9',
    })
    await leaksNothing(response)
    expect(await response.json()).toEqual({ results: { accessToken: 'a', updateToken: 'u' } })
    const [{ line, headers, body }] = remote.received() as [Received]
    expect([line, body]).toEqual([
      'GET /auth/user/login/?email=a%2Bb%40c.example&password=p%26%3F%3D%23%C3%A4',
      '',
    ])
    expect(JSON.stringify(headers)).not.toContain(CANARY)
    expect(headers).toMatchObject({
      localip: '203.0.113.9',
      locallanguage: 'ja-JP',
      devicename: 'Android',
      'x-forwarded-for': '203.0.113.9',
      'x-request-id': response.headers.get('X-Request-Id'),
    })
  })

  it('gets a refresh as the documented GET, without a device', async () => {
    remote.behave(send({ results: { accessToken: 'a', updateToken: 'u' } }))
    const path = `${serviceBases.auth}/user/token/`
    expect((await call('POST', path, { token: 't' }, { LocalIP: 'x' })).status).toBe(200)
    const [{ line, headers }] = remote.received() as [Received]
    expect(line).toBe('GET /auth/user/token/?token=t')
    expect(headers).not.toHaveProperty('localip')
  })

  it('gets no call that is malformed, too large or not in the contract', async () => {
    await expectError(await logIn('{'), 'contentNotFound')
    await expectError(await logIn({ email: 'a', password: 1 }), 'contentNotFound')
    await expectError(await logIn({ email: 'a', password: 'b', c: 'd' }), 'contentNotFound')
    await expectError(await logIn({}, { 'Content-Type': 'text/plain' }), 'contentNotFound')
    await expectError(await logIn(`"${'x'.repeat(20_000)}"`), 'requestTooLarge')
    for (const path of ['/auth/v1/admin/secrets', '/auth/v1/user/..%2f..%2fadmin', '/user/v1/x'])
      await expectError(await site.fetch(`/service${path}`), 'nameNotFound')
    expect(remote.received()).toEqual([])
  })

  it('refuses in the catalogue’s own words', async () => {
    const body = { errorCode: -1021, message: CANARY, field: `<${CANARY}>`, more: CANARY }
    remote.behave(send(body, 403, { 'Retry-After': '60' }))
    const response = await logIn()
    await leaksNothing(response)
    expect(response.headers.get('Retry-After')).toBe('60')
    await expectError(response, 'tooManyAttempts')
  })

  it.each([204, 205, 200])('succeeds without content when it deletes with %d', async (status) => {
    remote.behave(send(status === 200 ? { results: [] } : '', status))
    const path = `${serviceBases.comment}/comment`
    const response = await call('DELETE', path, { commentId: 'c' })
    expect([response.status, await response.text()]).toEqual([205, ''])
  })

  it('gives pictures and exports, with headers of our own, and nothing else in their place', async () => {
    remote.behave(send('png', 200, { 'Content-Type': 'image/png', ETag: '"1"' }))
    const picture = await site.fetch('/picture/abc_1')
    await leaksNothing(picture)
    expect(remote.received()[0]!.line).toBe('GET /picture/abc_1')
    expect(picture.headers.get('Content-Type')).toBe('image/png')
    expect(picture.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(await picture.text()).toBe('png')
    remote.behave(send('<svg/>', 200, { 'Content-Type': 'image/svg+xml' }))
    await expectError(await site.fetch('/picture/abc_2'), 'somethingWentWrong')

    const path = `${serviceBases.comment}/comment/export?language=ja`
    remote.behave(send('<!doctype html>', 200, { 'Content-Type': 'text/html' }))
    const page = await site.fetch(path)
    await leaksNothing(page)
    expect(page.headers.get('Content-Disposition')).toBe('attachment; filename="ichimon.html"')
    expect(await page.text()).toBe('<!doctype html>')
    remote.behave(send('text', 200, { 'Content-Type': 'text/plain' }))
    await expectError(await site.fetch(path), 'somethingWentWrong')
  })

  it('refuses a socket when it has none, and so does a site whose comments change at another place', async () => {
    const live = `${serviceBases.question}/question/live?questionId=q`
    remote.behave(send('', 501))
    expect(await socketStatus(live)).toBe(503)
    await setTestVars(site, { COMMENT_SERVICE_URL: 'http://127.0.0.1:9' })
    expect(await socketStatus(live)).toBe(404)
  })

  it('leaves pages as they were last read when it fails, or says so where there is none', async () => {
    const question = {
      questionId: 'q1',
      questionnaireId: 'n1',
      text: 'Is anybody there?',
      questionTranslations: { jp: { text: 'だれかいますか' } },
      previewAt: Math.floor(Date.now() / 1000),
      previewAtDate: new Date().toISOString(),
      questionCommentsCount: 0,
      questionUsersCount: 0,
      topic: {
        name: 'Topic',
        topicTranslations: { jp: { name: '題' } },
        category: { name: 'Category', categoryTranslations: { jp: { name: '類' } } },
      },
      questionComments: [],
    }
    remote.behave((response, request) => {
      const isList = request.url?.includes('/questionnaire')
      const questionnaire = { questionnaireId: 'n1', status: 1, name: 'Daily' }
      send({ results: [isList ? questionnaire : question] })(response, request)
    })
    expect(await (await site.fetch('/')).text()).toContain('だれかいますか')
    remote.behave(send('', 500))
    const stale = await until(
      () => site.fetch('/'),
      ({ headers }) => headers.get('Cache-Status')?.includes('detail=stale') === true,
    )
    expect([stale.status, (await stale.text()).includes('だれかいますか')]).toEqual([200, true])
    const other = await site.fetch('/recent_theme')
    expect([other.status, other.headers.get('Content-Type')]).toEqual([
      503,
      expect.stringContaining('text/html'),
    ])
  })

  it('appears in the log by its kind of fault, with nothing of a request or a response', () => {
    const lines = site.logs.filter((line) => line.includes('"event":"remote"'))
    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
    expect(new Set(kinds)).toEqual(new Set(['unreachable', 'malformed']))
    for (const text of [CANARY, 'c.example', 'p%26', '203.0.113.9'])
      expect(site.logs.filter((line) => line.includes(text))).toEqual([])
  })
})
