import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  server: Server
  origin: string
  /** Cuts connections in use as well. */
  stop(): Promise<void>
}

/** Starts a server on a free loopback port, or on the given one. */
export async function listen(respond: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(respond)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: ownPort } = server.address() as AddressInfo
  return {
    server,
    origin: `http://127.0.0.1:${ownPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
