import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownModeration } from '../../src/contract/moderation-examples.ts'
import { serviceNames } from '../../src/contract/bases.ts'
import { startApp, type App } from '../../harness/app.ts'
import { expectCatalogueError, expectError } from '../../harness/expect-error.ts'

/** A service that answers with exactly these bytes, as no HTTP library would, and keeps the connection. */
let server: Server
let bytes = ''
let app: App
const sockets = new Set<Socket>()

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let heard = ''
    socket.on('data', (data) => {
      heard += data.toString()
      const end = heard.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0)
      if (end < 0 || heard.length < end + 4 + length) return
      heard = ''
      socket.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const vars = Object.fromEntries(
    serviceNames.map((name) => [`${name.toUpperCase()}_SERVICE_URL`, `${origin}/${name}`]),
  )
  app = await startApp({ remote: [], questions: false, vars })
})
afterAll(async () => {
  await app?.stop()
  for (const socket of sockets) socket.destroy()
  server?.close()
})

const answer = (status: string, headers: string[] = [], body = '') =>
  [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n')
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`]
const RESULTS = '{"results":[]}'

const send = (path: string, method: string, body: object) =>
  app.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer t' },
    body: JSON.stringify(body),
  })
const deletions = {
  'a comment': () => send('/service/comment/v1/comment', 'DELETE', { commentId: 'c' }),
  'an account': () =>
    send('/service/account/v1/user/', 'DELETE', { passcode: '123456', language: 'ja' }),
}

/** However a success without content is put. */
const empties: Record<string, string> = {
  '205': answer('205 Reset Content', ['Content-Length: 0']),
  '205 without a length': answer('205 Reset Content', ['Connection: close']),
  '205 with a body': answer('205 Reset Content', json(RESULTS), RESULTS),
  '205 with a body in parts': answer(
    '205 Reset Content',
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    `e\r\n${RESULTS}\r\n0\r\n\r\n`,
  ),
  '204': answer('204 No Content'),
  '204 with a length': answer('204 No Content', ['Content-Length: 0']),
  '200 with JSON': answer('200 OK', json(RESULTS), RESULTS),
  '200 with nothing': answer('200 OK', ['Content-Length: 0']),
  '202 with JSON': answer('202 Accepted', json(RESULTS), RESULTS),
}

describe.each(Object.entries(deletions))('the deletion of %s', (_, remove) => {
  test.each(Object.entries(empties))('a response of %s succeeds', async (name, said) => {
    bytes = said
    // The second goes over the same connection, where there still is one.
    for (const time of ['first', 'second']) {
      const done = await remove()
      expect(done.status, `${name}, ${time}`).toBe(205)
      expect(done.headers.get('Cache-Control')).toBe('no-store')
      expect(done.headers.get('Content-Type')).toBe(null)
      expect(await done.text()).toBe('')
    }
  })

  test('a 304 is malformed', async () => {
    bytes = answer('304 Not Modified')
    await expectError(await remove(), 'somethingWentWrong')
  })
})

describe('a call that returns results', () => {
  test.each(['205', '205 with a body', '204', '200 with nothing'])(
    'fails when the remote service sends %s',
    async (name) => {
      bytes = empties[name]!
      const read = await app.fetch('/service/quest/v1/questionnaire?status=1')
      await expectError(read, 'somethingWentWrong')
      const gender = await send('/service/user/v1/user/gender', 'PUT', { gender: 1 })
      await expectError(gender, 'somethingWentWrong')
    },
  )

  test('fails when the remote service sends a 304 to an unconditional request', async () => {
    bytes = answer('304 Not Modified')
    const read = await app.fetch('/service/quest/v1/questionnaire?status=1')
    await expectError(read, 'somethingWentWrong')
  })

  test('succeeds after such failures when the response is valid again', async () => {
    bytes = empties['200 with JSON']!
    const read = await app.fetch('/service/quest/v1/questionnaire?status=1')
    expect(await read.json()).toEqual({ results: [] })
  })
})

describe('a case of another version of the moderation service', () => {
  const read = async (changed: object) => {
    const body = JSON.stringify({ results: [{ ...shownModeration.whole, ...changed }] })
    const { length } = new TextEncoder().encode(body)
    const headers = ['Content-Type: application/json', `Content-Length: ${length}`]
    bytes = answer('200 OK', headers, body)
    return app.fetch('/service/moderation/v1/case/detail?caseId=c', {
      headers: { Authorization: 'Bearer t' },
    })
  }

  test('with unknown fields is understood, without those fields', async () => {
    const response = await read({ state: 'escalated', severity: 3, appeal: undefined })
    expect(response.status).toBe(200)
    const { results } = (await response.json()) as { results: object[] }
    expect(results[0]).toMatchObject({ caseId: shownModeration.whole.caseId, state: 'escalated' })
    expect(results[0]).not.toHaveProperty('severity')
  })

  test.each([
    ['lacks a field', { question: undefined }],
    ['has another type in a field', { decisions: 'none' }],
    ['has null for what is optional', { authorInfo: null }],
  ])('that %s is the catalogue’s malformed response', async (_, changed) => {
    await expectCatalogueError(await read(changed), 'somethingWentWrong')
  })
})
