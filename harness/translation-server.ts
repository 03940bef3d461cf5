import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { stopServer } from './stop-server.ts'

/** Behaviour of the server: translates, or fails in some way. */
export type Behaviour =
  | 'translate'
  /** 429. */
  | 'busy'
  | 'broken'
  | 'a page'
  | 'no JSON'
  | 'another shape'
  | 'no text'
  | 'too much text'
  | 'a cut connection'
  /** Delays responses until the next `behave`. */
  | 'hold'

/** A real HTTP server with LibreTranslate's protocol, on loopback. */
export interface TranslationServer {
  origin: string
  key: string
  requests: { path: string; headers: IncomingHttpHeaders; text: string; from: string; to: string }[]
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

export const markedTranslation = (text: string, to: string): string =>
  `[${to.slice(0, 2).toLowerCase()}] ${text}`

/** @param known translations by text */
export async function startTranslationServer(
  known: ReadonlyMap<string, string> = new Map(),
): Promise<TranslationServer> {
  const key = 'translator-key'
  const requests: TranslationServer['requests'] = []
  let behaviour: Behaviour = 'translate'
  let held: (() => void)[] = []

  const translated = (text: string, to: string) => known.get(text) ?? markedTranslation(text, to)
  const respond = (request: Request, response: ServerResponse) => {
    const { path, text, to } = request
    const shaped = (translation: string) => ({ translatedText: translation })
    const failed = (error: string) => ({ error })
    if (path !== '/translate') return sendJson(response, 404, failed('Not found'))
    if (request.key !== key) return sendJson(response, 403, failed('Invalid API key'))
    switch (behaviour) {
      case 'translate':
        return sendJson(response, 200, shaped(translated(text, to)))
      case 'busy':
        return sendJson(response, 429, failed('Slowdown: 30 per 1 minute'))
      case 'broken':
        return sendJson(response, 500, failed('Internal error'))
      case 'a page':
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>')
      case 'no JSON':
        return response.writeHead(200).end('{"translatedText": ')
      case 'another shape':
        return sendJson(response, 200, { translations: [], result: [text] })
      case 'no text':
        return sendJson(response, 200, shaped(' '))
      case 'too much text':
        return sendJson(response, 200, shaped('x'.repeat(100_000)))
      case 'a cut connection':
        return response.destroy()
      case 'hold':
        return held.push(() => respond(request, response))
    }
  }

  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming)
    const { path, text, from, to } = request
    requests.push({ path, headers: incoming.headers, text, from, to })
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    behave(next) {
      behaviour = next
      const waiting = held
      held = []
      for (const go of waiting) go()
    },
    stop: () => stopServer(server),
  }
}

interface Request {
  path: string
  key: string | undefined
  text: string
  from: string
  to: string
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body = (await json(incoming).catch(() => ({}))) as Record<string, unknown>
  return {
    path: incoming.url ?? '',
    key: body['api_key'] as string | undefined,
    text: String(body['q']),
    from: String(body['source']),
    to: String(body['target']),
  }
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
