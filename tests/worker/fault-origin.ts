import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stopServer } from '../../harness/stop-server.ts'

/** A service's origin that answers whatever a test wants, and remembers what it was asked. */
export interface FaultOrigin {
  /** `http://127.0.0.1:43210`. */
  origin: string
  /** Requests so far: `GET /user/me`, with their headers and body. */
  asked: { line: string; headers: IncomingMessage['headers']; body: string }[]
  behave(answer: (response: ServerResponse, request: IncomingMessage) => void): void
  stop(): Promise<void>
}

export async function startFaultOrigin(): Promise<FaultOrigin> {
  const asked: FaultOrigin['asked'] = []
  let answer: Parameters<FaultOrigin['behave']>[0] = (response) => response.end()
  const server = createServer((request, response) => {
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' }
    asked.push(one)
    request.on('data', (part) => (one.body += part))
    response.on('error', () => {})
    // A service reads what it is sent before it answers.
    request.on('end', () => answer(response, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (next) => (answer = next),
    stop: () => stopServer(server),
  }
}

/** Faults of the origin, by name. Each sends a canary where it can. */
export const CANARY = 'canary-of-the-remote'

const headers = {
  'Content-Type': 'application/json',
  'Set-Cookie': `${CANARY}=1`,
  'X-Powered-By': CANARY,
  'Access-Control-Allow-Origin': '*',
  'Clear-Site-Data': '"*"',
}

export const say =
  (body: unknown, status = 200, more: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { ...headers, ...more })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** Bytes that never make a whole answer in time. */
function drip(response: ServerResponse): void {
  response.writeHead(200, headers)
  response.write('{')
  const dripping = setInterval(() => response.write(' '), 1000)
  response.on('close', () => clearInterval(dripping))
}

function flood(response: ServerResponse): void {
  response.writeHead(200, headers)
  const part = Buffer.alloc(1024 * 1024, ' ')
  let left = 100
  const more = () => {
    while (left-- > 0) if (!response.write(part)) return void response.once('drain', more)
    response.end()
  }
  more()
}

type Fault = [status: 500 | 503, behave: Parameters<FaultOrigin['behave']>[0]]

export const faults: Record<string, Fault> = {
  '500 with a page': [503, say(`<h1>${CANARY}</h1>`, 500, { 'Content-Type': 'text/html' })],
  '502 with JSON of its own': [503, say({ error: CANARY }, 502)],
  'no answer at all': [503, () => {}],
  'a connection that breaks': [503, (response) => response.destroy()],
  'a byte a second': [503, drip],
  '100 MB': [500, flood],
  'a length it does not keep': [
    503,
    (response) => {
      response.writeHead(200, { ...headers, 'Content-Length': '1000' })
      response.write('{"results":')
      setTimeout(() => response.destroy(), 50)
    },
  ],
  'no JSON': [500, say(`{"results": ${CANARY}`)],
  'JSON without an envelope': [500, say([CANARY])],
  'JSON of another shape': [500, say({ results: { [CANARY]: CANARY } })],
  'a page': [500, say(`<p>${CANARY}</p>`, 200, { 'Content-Type': 'text/html' })],
  'a redirect elsewhere': [500, say('', 302, { Location: `http://127.0.0.1:1/${CANARY}` })],
  'a refusal of its own': [500, say({ errorCode: -4711, message: CANARY }, 401)],
  'a refusal with another status': [500, say({ errorCode: -1010 }, 403)],
  nothing: [500, say('')],
}
