import type { IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from './local/listen.ts'

const failures = {
  busy: [429, '{"error":"Slowdown: 30 per 1 minute"}'],
  broken: [500, '{"error":"Internal error"}'],
  'a page': [200, '<h1>Hello</h1>'],
  'no JSON': [200, '{"translatedText": '],
  'another shape': [200, '{"translations":[],"result":["text"]}'],
  'no text': [200, '{"translatedText":" "}'],
  'too much text': [200, JSON.stringify({ translatedText: 'x'.repeat(100_000) })],
} as const

/** How the server responds; `hold` delays responses until the next `behave`. */
export type Behaviour = 'translate' | keyof typeof failures | 'a cut connection' | 'hold'

export const markedTranslation = (text: string, to: string): string =>
  `[${to.slice(0, 2).toLowerCase()}] ${text}`

interface Asked {
  path: string
  headers: IncomingHttpHeaders
  text: string
  from: string
  to: string
}

/** A real HTTP server with LibreTranslate's protocol, on loopback. */
export async function startTranslationServer() {
  const key = 'translator-key'
  const requests: Asked[] = []
  let behaviour: Behaviour = 'translate'
  const held: (() => void)[] = []

  const { origin, stop } = await listen(async (incoming, response) => {
    const { url: path = '', headers } = incoming
    const input = (await json(incoming).catch(() => ({}))) as Record<string, unknown>
    const [text, to] = [String(input['q']), String(input['target'])]
    requests.push({ path, headers, text, from: String(input['source']), to })
    const send = (status: number, body: string) => {
      const type = body.startsWith('<') ? 'text/html' : 'application/json'
      response.writeHead(status, { 'Content-Type': type }).end(body)
    }
    const respond = () => {
      if (path !== '/translate') return send(404, '{"error":"Not found"}')
      if (input['api_key'] !== key) return send(403, '{"error":"Invalid API key"}')
      if (behaviour === 'hold') return void held.push(respond)
      if (behaviour === 'a cut connection') return void response.destroy()
      if (behaviour !== 'translate') return send(failures[behaviour][0], failures[behaviour][1])
      const translatedText = markedTranslation(text, to)
      return send(200, JSON.stringify({ translatedText }))
    }
    respond()
  })

  return {
    origin,
    key,
    requests,
    behave(next: Behaviour) {
      behaviour = next
      for (const respond of held.splice(0)) respond()
    },
    stop,
  }
}
