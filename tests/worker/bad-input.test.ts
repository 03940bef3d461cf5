import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ContractDocument } from '../../src/contract/openapi/document.ts'
import { errors } from '../../src/domain/errors.ts'
import { pageRoutes } from '../../src/worker/pages/page-routes.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPeople } from '../../harness/people.ts'
import {
  authorizations,
  bodies,
  contentTypes,
  oddText,
  queries,
  type Schema,
} from './bad-input-values.ts'
import { examplesOf } from './contract-examples.ts'

/** Requests per operation; 50 in `npm run test:slow`. */
const EACH = Number(process.env['BAD_INPUT'] ?? 2)
const SEED = Number(process.env['BAD_INPUT_SEED'] ?? 1)
const AT_ONCE = 40

type Operation = (typeof operations)[number]['operation']
type ErrorExample = { value: { errorCode: number } }

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  isChunked?: true
}

interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const app = await ownApp()
const people = await createPeople(app, 60)
const questionId = await app.todaysQuestionId()
const document = (await (await app.fetch('/service/openapi.json')).json()) as ContractDocument
const { operations, resolved } = examplesOf(document)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => void agent.destroy())

/** What each route may answer: a status, and of an error its code. */
const documented = new Map(
  operations.map(({ method, path, operation }) => {
    const answers = Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const examples = Object.values(content?.['application/json']?.examples ?? {})
      return examples.length > 0
        ? examples.map((one) => `${status} ${(resolved(one) as ErrorExample).value.errorCode}`)
        : [status]
    })
    return [`${method} ${path}`, new Set(answers)] as const
  }),
)
const queryOf = ({ parameters = [] }: Operation) =>
  parameters.map((one) => resolved(one)).filter((one) => one.in === 'query') as {
    name: string
    schema: Schema
  }[]

/** Sends the path verbatim; `fetch` would normalize it. */
async function send(sent: Sent): Promise<Received> {
  const { method, path, body, isChunked } = sent
  const headers = {
    ...sent.headers,
    ...(isChunked && { 'Transfer-Encoding': 'chunked' }),
    ...(body && !isChunked && { 'Content-Length': Buffer.byteLength(body) }),
  }
  const request = httpRequest(app.origin, { method, path, agent, headers })
  // A refusal may come before the end of the body, whose connection is closed.
  request.on('error', () => {}).end(body)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = response
    return { status, headers, text: await text(response) }
  } catch (error) {
    // The server may close an idle connection as the next request takes it.
    const isClosed = (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    if (request.reusedSocket && isClosed) return send(sent)
    throw error
  }
}

const catalogue = new Map<number, string>(
  Object.values(errors).map(({ httpCode, errorCode, message }) => [
    errorCode,
    `${httpCode} ${message}`,
  ]),
)

/** Below these paths every undocumented request gets the same error. */
const OF_SERVICES = /^\/(?:service\/.|picture\/.|healthz\/?$)/

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

function isDocumented({ method, path }: Sent, status: number, errorCode: unknown): boolean {
  const { pathname } = new URL(`http://app${path}`)
  const route = decoded(pathname)
    .replace(/(.)\/$/, '$1')
    .replace(/^\/picture\/[^/]+$/, '/picture/{pictureId}')
  const responses = documented.get(`${method === 'HEAD' ? 'GET' : method} ${route}`)
  if (responses)
    return responses.has(status < 400 ? String(status) : `${status} ${String(errorCode)}`)
  if (!OF_SERVICES.test(pathname)) return true
  return status === errors.nameNotFound.httpCode && errorCode === errors.nameNotFound.errorCode
}

function faultOf(sent: Sent, { status, headers, text }: Received): string | undefined {
  const { method, path } = sent
  if (status >= 500) return 'is an internal error'
  if (!headers['x-request-id']) return 'no X-Request-Id'
  const { location = '/' } = headers
  if (!/^\/(?![/\\])/.test(location)) return 'a way out of this site'
  if (headers['set-cookie']?.some((cookie) => !/^(Language|Social(Flow|Nonce))=/.test(cookie)))
    return 'a cookie of somebody else'
  if (status < 400 && !isDocumented(sent, status, undefined))
    return 'a status that is not documented'
  const isService = OF_SERVICES.test(new URL(`http://app${path}`).pathname)
  if (status < 400 || method === 'HEAD' || !isService) return undefined
  const body = JSON.parse(text) as Record<string, unknown>
  const { httpCode, errorCode, statusCode, message, requestId, field, ...others } = body
  if (Object.keys(others).length > 0) return 'an error body with more than the contract has'
  if (httpCode !== status || statusCode !== errorCode) return 'codes that disagree'
  if (catalogue.get(errorCode as number) !== `${status} ${String(message)}`)
    return 'not of the catalogue'
  if (!isDocumented(sent, status, errorCode))
    return 'an error that is not documented: errors of its description lack it'
  if (field !== undefined && typeof field !== 'string') return 'a field without a name'
  return requestId === headers['x-request-id'] ? undefined : 'another request id'
}

async function judge(requests: Sent[]): Promise<void> {
  const faults: unknown[] = []
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const wave = requests.slice(start, start + AT_ONCE)
    const responses = await Promise.all(
      wave.map((sent) =>
        send(sent).catch((error: Error) => ({ status: 599, headers: {}, text: error.message })),
      ),
    )
    responses.forEach((response, index) => {
      const sent = wave[index]!
      let fault: string | undefined
      try {
        fault = faultOf(sent, response)
      } catch {
        fault = 'an error that is no JSON'
      }
      if (fault)
        faults.push({ fault, status: response.status, text: response.text.slice(0, 200), sent })
    })
  }
  expect(faults.slice(0, 5)).toEqual([])
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, runs = EACH) =>
  fc.sample(arbitrary, { numRuns: runs, seed: SEED })

const deviceHeader = oddText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000),
)

function requestsTo({ method, path, operation }: (typeof operations)[number], turn: number) {
  const person = people[turn % people.length]!
  const known = {
    questionId,
    email: person.email,
    newEmail: 'someone.else@example.com',
    userId: person.userId,
    text: 'いい問いですね',
    newUsername: 'another-name',
    findStatus: '1,2',
    password: 'Kawaguchi-7',
    newPassword: 'Kawaguchi-8',
    passcode: '123456',
  }
  const json = operation.requestBody?.content['application/json']
  const schema = json && resolved(json.schema)
  return fc
    .record({
      query: queries(queryOf(operation), known),
      body: schema ? bodies(schema, known) : fc.constantFrom('', '{}'),
      contentType: contentTypes,
      authorization: authorizations(person.authorization),
      language: fc.constantFrom('ja', 'en', '', 'jp', '\u00ff'),
      device: deviceHeader,
      slash: fc.constantFrom('', '/'),
    })
    .map(({ query, body, contentType, authorization, language, device, slash }): Sent => {
      const headers: Record<string, string> = {
        LanguageCode: language,
        LocalTime: device,
        'Idempotency-Key': device.slice(0, 70),
        'X-Request-Id': device.slice(0, 50),
        Cookie: `Language=${language}; SocialNonce=${encodeURIComponent(device.slice(0, 20))}; SocialFlow=a.b`,
      }
      if (contentType !== undefined) headers['Content-Type'] = contentType
      if (authorization !== undefined) headers['Authorization'] = authorization
      return {
        method,
        path: `${path}${slash}${query ? `?${query}` : ''}`,
        headers,
        // The body of a GET comes in parts, and is not looked at.
        ...(body.length > 0 && { body, ...(method === 'GET' && { isChunked: true }) }),
      }
    })
}

test('a route responds to any input as the contract describes', async () => {
  const requests = operations.flatMap((route, turn) => sample(requestsTo(route, turn)))
  expect(requests.length).toBeGreaterThanOrEqual(operations.length * EACH)
  await judge(requests)
}, 600_000)

test.each([
  ['an open call', 'POST', '/service/vitals', 413],
  ['a call for people, without a token', 'PUT', '/service/user/v1/user/picture', 401],
  ['a call that does not exist', 'POST', '/service/user/v1/nothing', 404],
  ['a page', 'POST', '/login', 405],
])(
  'a client that sends 10 MB to %s gets its refusal, however it is sent',
  async (_, method, path, status) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = Buffer.alloc(10_000_000, 'x')
    const fetched = () => app.fetch(path, { method, headers, body })
    const sent = await Promise.all([fetched(), fetched()])
    const chunked = await send({ method, path, headers, body, isChunked: true })
    expect([...sent, chunked].map((response) => response.status)).toEqual(Array(3).fill(status))
  },
)

test('a malformed chunk is the client’s fault', async () => {
  app.logs.length = 0
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.write(
    'POST /service/vitals HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(String(head)).toMatch(/^HTTP\/1.1 400 /)
  expect(app.logs.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

test('a method that a route does not have is refused', async () => {
  const paths = [...new Set(operations.map(({ path }) => path))]
  const headers = { Authorization: people[59]!.authorization }
  const requests = paths.flatMap((path) =>
    methods.map((method): Sent => ({ method, path, headers })),
  )
  await judge(requests)
}, 600_000)

const oddPaths = String.raw`
  // ///evil.example //evil.example/%2e%2e /\evil.example /%5cevil.example/ /.. /../../etc/passwd
  /ja/../../dev /%2e%2e/%2e%2e/ /% /%zz /%00 /ja/%00 /a%0d%0aSet-Cookie:%20x=1 /%ff%fe /%ed%a0%80
  /.html /index.html/ /ja/login.html /ja/en/ja/login /__proto__ /ja/constructor /login;x=1 /login%2f
  /LOGIN /${'a'.repeat(8_000)} /${'%41'.repeat(2_500)} /${'a/'.repeat(3_000)} /service /service/
  /service/%00 /service//auth/v1/user/login /service/auth/v1 /service/auth/v1/
  /service/auth/v1//user/login /service/auth/v1/../../../healthz /service/auth/v1/user/log%69n
  /service/auth/v2/user/login /service/quest/v1/question/live?questionId=abc
  /service/quest/v1/question/live?questionId=%00 /service/openapi.json?x=1 /service/vitals/%ff
  /picture /picture/x /picture/%00 /picture/%ff /picture/../healthz /picture/${'a'.repeat(22)}
  /picture/${'a'.repeat(22)}/b /auth/social /auth/social/status /auth/social/start?mode=x&attempt=%00
  /auth/social/callback?state=a&state=b&code=%ff&error=%0d%0a /auth/social/other /healthz?x
  /robots.txt?x=1 /.well-known /.well-known/other /sitemap.xml/`
  .trim()
  .split(/\s+/)

const validators = ['', '*', '"', 'x', 'W/"x", "y"', '"\u00ff"', ','.repeat(500)]

const headersOfPages = fc.record({
  'If-None-Match': fc.constantFrom(...validators),
  'If-Modified-Since': fc.constantFrom('', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '-1'),
  'If-Match': fc.constantFrom('', '*', '"x"', 'x'),
  Range: fc.constantFrom('', 'bytes=0-', 'bytes=9-1', 'bytes=-1', 'lines=1'),
  Cookie: fc.constantFrom(
    '',
    ';;==',
    'Language',
    'Language=%ff',
    'SocialFlow=e30.',
    'SocialFlow=%',
  ),
  'Accept-Encoding': fc.constantFrom('', 'identity', '*', ','.repeat(300)),
  'User-Agent': deviceHeader,
})

test('malformed paths, queries and headers get a page or a 404', async () => {
  const query = (path: string) => {
    const route = pageRoutes[path]!
    const names = route.kind === 'rendered' ? Object.keys(route.parameters) : []
    const known = { themeID: questionId, lessPreviewAt: '999999999999', commentsBefore: 'abc' }
    return queries(
      [...names, 'day', 'value'].map((name) => ({ name, schema: {} })),
      known,
    ).map((text) => `${path}?${text}`)
  }
  const prefix = fc.constantFrom('', '/ja', '/en')
  const pages = Object.keys(pageRoutes).map((path) =>
    fc.tuple(prefix, query(path)).map(([language, rest]) => language + rest),
  )
  const odd = fc.oneof(
    fc.constantFrom(...oddPaths),
    oddText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
  )
  const requestTo = (path: fc.Arbitrary<string>) =>
    fc
      .tuple(path, headersOfPages, fc.constantFrom('GET', 'GET', 'GET', ...methods))
      .map(([where, headers, method]): Sent => ({
        method,
        path: where,
        headers: Object.fromEntries(Object.entries(headers).filter(([, text]) => text !== '')),
      }))
  await judge([
    ...oddPaths.map((path): Sent => ({ method: 'GET', path, headers: {} })),
    ...sample(requestTo(odd), EACH * 4),
    ...pages.flatMap((page) => sample(requestTo(page), Math.ceil(EACH / 4))),
  ])
}, 600_000)

test('a picture accepts validators of any kind', async () => {
  const path = `/picture/${'a'.repeat(22)}`
  await app.r2.put('a'.repeat(22), 'bytes', { httpMetadata: { contentType: 'image/png' } })
  await judge(
    validators.flatMap((text) =>
      ['If-None-Match', 'If-Match', 'If-Modified-Since', 'If-Unmodified-Since'].map(
        (name): Sent => ({ method: 'GET', path, headers: text ? { [name]: text } : {} }),
      ),
    ),
  )
  await app.r2.delete('a'.repeat(22))
})
