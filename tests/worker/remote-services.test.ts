import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { serviceBases, serviceNames } from '../../src/contract/bases.ts'
import type { ContractDocument } from '../../src/contract/openapi/document.ts'
import { serviceVariable } from '../../src/worker/config/variables-schema.ts'
import { startApp, type App } from '../../harness/app.ts'
import { expectError } from '../../harness/expect-error.ts'
import { createPerson } from '../../harness/people.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'
import { startTranslationServer } from '../../harness/translation-server.ts'
import { until } from '../../harness/until.ts'
import { examplesOf } from './contract-examples.ts'
import type { World } from './contract-person.ts'
import { CLIENT } from './contract-state.ts'
import { KeyProvider } from './key-provider.ts'
import { png } from './picture-files.ts'
import { CANARY, faults, send, startRemoteOrigin, type RemoteOrigin } from './remote-origin.ts'

/** Three seconds, plus slack for a busy machine. */
const MAX_MS = 20_000

const provider = await new KeyProvider().start()
const translations = await startTranslationServer()
const services = await startApp({
  vars: {
    SECRET,
    SOCIAL_ISSUER: provider.issuer,
    SOCIAL_CLIENT_ID: CLIENT,
    TRANSLATOR: 'libretranslate',
    TRANSLATOR_URL: translations.origin,
    TRANSLATOR_KEY: translations.key,
  },
})
const atServices = Object.fromEntries(
  serviceNames.map((name) => [serviceVariable(name), services.origin + serviceBases[name]]),
)
const site = await startApp({ questions: false, vars: { SECRET, ...atServices } })
const document = (await (await site.fetch('/service/openapi.json')).json()) as ContractDocument
const { named, expectExample } = examplesOf(document)
afterAll(async () => {
  await site.stop()
  await services.stop()
  await provider.stop()
  await translations.stop()
})

const app: App = { ...services, fetch: site.fetch }

function socketStatus(path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(site.origin.replace('http', 'ws') + path, { origin: site.origin })
    socket.on('error', () => {})
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode)
      request.destroy()
    })
    socket.on('message', () => {
      resolve(101)
      socket.close()
    })
  })
}

describe('a site whose services are another process', () => {
  let questionId: string
  let world: World
  beforeAll(async () => {
    questionId = await todaysQuestionId(app)
    const pictureId = 'a'.repeat(22)
    await app.r2.put(pictureId, await png(8, 8), { httpMetadata: { contentType: 'image/png' } })
    world = { app, provider, pictureId, questionId }
  })

  it('names them in its health', async () => {
    const { results } = (await (await site.fetch('/healthz')).json()) as { results: object }
    expect(results).toMatchObject({ remote: serviceNames })
  })

  it.each(named.map(([id]) => id).filter((id) => id !== 'followQuestion'))(
    'responds to the example of %s as the document says',
    (id) => expectExample(world, id),
  )

  it('opens the live socket', async () => {
    const live = `${serviceBases.question}/question/live?questionId=${questionId}`
    expect(await socketStatus(live)).toBe(101)
  })

  it('shows a post on its pages, and not after it was deleted', async () => {
    const { authorization } = await createPerson(app)
    const headers = { 'Content-Type': 'application/json', Authorization: authorization }
    const text = 'from another process'
    const posted = await site.fetch(`${serviceBases.comment}/comment`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ questionId, text }),
    })
    const { results } = (await posted.json()) as { results: [{ commentId: string }] }
    const pages = ['/', '/en', `/theme_details?themeID=${questionId}`]
    const areShowing = async () => {
      const bodies = pages.map(async (path) => (await site.fetch(path)).text())
      return (await Promise.all(bodies)).map((body) => body.includes(text))
    }
    await expect.poll(areShowing).toEqual([true, true, true])
    const deleted = await site.fetch(`${serviceBases.comment}/comment`, {
      method: 'DELETE',
      headers,
      body: JSON.stringify({ commentId: results[0].commentId }),
    })
    expect([deleted.status, await deleted.text()]).toEqual([205, ''])
    expect(await areShowing()).toEqual([false, false, false])
  })

  it('reads encoded addresses, and refuses with the field, as embedded services do', async () => {
    const encoded = await site.fetch(`${serviceBases.question}/questionn%61ire?status=1`)
    expect(encoded.status).toBe(200)
    await expectError(await site.fetch('/picture/a.b'), 'dataNotFound')
    const { authorization } = await createPerson(app)
    const post = await site.fetch(`${serviceBases.comment}/comment`, {
      method: 'POST',
      headers: {
        Authorization: authorization,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'k'.repeat(65),
      },
      body: JSON.stringify({ questionId, text: 'with a long key' }),
    })
    await expectError(post, 'dataNotAvailable', 'idempotency-key')
  })
})

describe('a remote service', () => {
  let remote: RemoteOrigin
  beforeAll(async () => {
    remote = await startRemoteOrigin()
    await site.setVars(remote.vars)
  })
  beforeEach(() => remote.behave(send({ results: [] })))
  afterAll(() => remote.stop())

  const read = () =>
    site.fetch(`${serviceBases.question}/questionnaire?status=1&n=${Math.random()}`)
  const uncached = () => site.fetch(`${serviceBases.moderation}/mute`)
  const call = (method: string, path: string, body: unknown, headers = {}) =>
    site.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
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
    'with %s is %d in time; a read is sent %d times and a change once',
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

  it('that fails a read once gives its second response', async () => {
    remote.behave((response, request) =>
      remote.received().length === 1
        ? response.destroy()
        : send({ results: [] })(response, request),
    )
    expect((await uncached()).status).toBe(200)
    expect(remote.received()).toHaveLength(2)
  })

  it('that nobody listens for is 503', async () => {
    await site.setVars({ USER_SERVICE_URL: 'http://127.0.0.1:9', QUESTION_SERVICE_URL: 'http://a' })
    await expectError(await change(), 'databaseConnectionFailed')
    // An invalid variable never falls back to the embedded service.
    await expectError(await read(), 'databaseConnectionFailed')
    await site.setVars(remote.vars)
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
    expect(response.headers.get('Server-Timing')).toMatch(/\bauth;dur=\d+/)
    const [{ line, headers, body }] = remote.received() as [
      ReturnType<RemoteOrigin['received']>[number],
    ]
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
    const [{ line, headers }] = remote.received() as [ReturnType<RemoteOrigin['received']>[number]]
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

  it.each([204, 205, 200])('that deletes with %d succeeds, without content', async (status) => {
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

  it('without sockets refuses one, and so does a site whose comments change at another place', async () => {
    const live = `${serviceBases.question}/question/live?questionId=q`
    remote.behave(send('', 501))
    expect(await socketStatus(live)).toBe(503)
    await site.setVars({ COMMENT_SERVICE_URL: atServices['COMMENT_SERVICE_URL'] })
    expect(await socketStatus(live)).toBe(404)
    await site.setVars(remote.vars)
  })

  it('that fails leaves pages as they were last read, or says so where there is none', async () => {
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
    await site.restart()
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
