import { request } from 'node:http'
import { listen } from './local/listen.ts'

export type Network = Awaited<ReturnType<typeof networkTo>>

/**
 * Passes requests on to the app, until its connections are cut.
 * @param origin of the app, which may change
 */
export async function networkTo(origin: () => string) {
  /** `GET /recent_theme`, including the service worker's. */
  const requests: string[] = []
  /** Bodies by path, as of a later build. */
  const replaced = new Map<string, string>()
  const waiting: (() => void)[] = []
  let state: 'up' | 'cut' | 'held' = 'up'

  const { server, ...listening } = await listen((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const pass = () => {
      const text = replaced.get(incoming.url ?? '')
      if (text !== undefined) {
        const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }
        response.writeHead(200, headers).end(text)
        return
      }
      const { method, url = '', headers } = incoming
      // No keep-alive: workerd closes it after 5 s idle, and a delayed request would be lost.
      const options = { method, headers, agent: false }
      const outgoing = request(new URL(url, origin()), options, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      outgoing.on('error', () => response.destroy())
      incoming.pipe(outgoing)
    }
    if (state === 'held') waiting.push(pass)
    else pass()
  })
  server.on('connection', (socket) => {
    if (state === 'cut') socket.destroy()
  })
  server.on('upgrade', (_, socket) => socket.destroy())

  return {
    ...listening,
    requests,
    replaced,
    cut() {
      state = 'cut'
      server.closeAllConnections()
    },
    hold() {
      state = 'held'
    },
    restore() {
      state = 'up'
      for (const pass of waiting.splice(0)) pass()
    },
  }
}
