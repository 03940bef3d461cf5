import type { IncomingMessage, ServerResponse } from 'node:http'
import { serviceNames } from '../../src/contract/bases.ts'
import { serviceVariable } from '../../src/worker/config/variables-schema.ts'
import { listen } from '../../harness/local/listen.ts'

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

/** `line` is such as `GET /user/user/me`. */
export type Received = Pick<IncomingMessage, 'headers'> & { line: string; body: string }

/** A remote service's origin with scripted responses; records requests. */
export async function startRemoteOrigin() {
  let requests: Received[] = []
  let behaviour: Behaviour = (response) => response.end()
  const { origin, stop } = await listen((request, response) => {
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' }
    requests.push(one)
    request.on('data', (part) => (one.body += part))
    response.on('error', () => {})
    request.on('end', () => behaviour(response, request))
  })
  return {
    /** Variables that direct each service here, with its own base path. */
    vars: Object.fromEntries(
      serviceNames.map((name) => [serviceVariable(name), `${origin}/${name}`]),
    ),
    /** Calls so far, without reads of maintenance windows and announcements. */
    received: () => requests.filter(({ line }) => !/\/admin\/|\/announcement/.test(line)),
    behave(next: Behaviour) {
      requests = []
      behaviour = next
    },
    stop,
  }
}

/** Must appear in no response and no log line. */
export const CANARY = 'canary-of-the-remote'

const headers = {
  'Content-Type': 'application/json',
  'Set-Cookie': `${CANARY}=1`,
  'X-Powered-By': CANARY,
  'Access-Control-Allow-Origin': '*',
  'Clear-Site-Data': '"*"',
}

export const send =
  (body: unknown, status = 200, more: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { ...headers, ...more })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** Never completes a response in time. */
const drip: Behaviour = (response) => {
  response.writeHead(200, headers)
  response.write('{')
  const dripping = setInterval(() => response.write(' '), 500)
  response.on('close', () => clearInterval(dripping))
}

/** A right response but for its length. */
const flood: Behaviour = (response) => {
  response.writeHead(200, headers)
  response.write('{"results":[]')
  const part = Buffer.alloc(1024 * 1024, ' ')
  let remaining = 100
  const more = () => {
    while (remaining-- > 0) if (!response.write(part)) return void response.once('drain', more)
    response.end('}')
  }
  more()
}

const breakOff: Behaviour = (response) => {
  response.writeHead(200, { ...headers, 'Content-Length': '1000' })
  response.write('{"results":')
  setTimeout(() => response.destroy(), 50)
}

/** Faults: the client's status, and how often a read is sent. */
export const faults: [name: string, status: 500 | 503, reads: 1 | 2, behaviour: Behaviour][] = [
  ['a 500 with a page', 503, 2, send(`<h1>${CANARY}</h1>`, 500, { 'Content-Type': 'text/html' })],
  ['a 502 with JSON of its own', 503, 2, send({ error: CANARY }, 502)],
  ['no response at all', 503, 1, () => {}],
  ['a connection that breaks', 503, 2, (response) => response.destroy()],
  ['a byte twice a second', 503, 1, drip],
  ['a body shorter than its length', 503, 2, breakOff],
  ['100 MB', 500, 1, flood],
  ['no JSON', 500, 1, send(`{"results": ${CANARY}`)],
  ['JSON without an envelope', 500, 1, send([CANARY])],
  ['JSON of another shape', 500, 1, send({ results: { [CANARY]: CANARY } })],
  ['a page', 500, 1, send(`<p>${CANARY}</p>`, 200, { 'Content-Type': 'text/html' })],
  ['a redirect', 500, 1, send('', 302, { Location: `http://127.0.0.1:1/${CANARY}` })],
  ['a 304', 500, 1, send('', 304)],
  ['an error that is not in the catalogue', 500, 1, send({ errorCode: -4711 }, 401)],
  ['an error with another status', 500, 1, send({ errorCode: -1010 }, 403)],
  ['an empty body', 500, 1, send('')],
]
