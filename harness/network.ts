import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Network {
  origin: string
  /** Requests so far, `GET /recent_theme`, including the service worker's. */
  requests: string[]
  /** Refuses connections. */
  cut(): void
  /** Delays requests until `restore`. */
  hold(): void
  restore(): void
  /** Replacement bodies by path, as of a later build. */
  replaced: Map<string, string>
  stop(): Promise<void>
}

/** @param origin of the app, which may change */
export async function networkTo(origin: () => string): Promise<Network> {
  const requests: string[] = []
  const replaced = new Map<string, string>()
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  let state: 'up' | 'cut' | 'held' = 'up'

  const answerFrom = (text: string, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
    response.end(text)
  }
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const pass = () => {
      const text = replaced.get(incoming.url ?? '')
      if (text !== undefined) return answerFrom(text, response)
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
    if (state === 'cut') {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replaced,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    hold() {
      state = 'held'
    },
    restore() {
      state = 'up'
      for (const pass of waiting.splice(0)) pass()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
