import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = Awaited<ReturnType<typeof listen>>

/** Starts a server on a free loopback port, or on the given one. */
export async function listen(respond: RequestListener, port = 0) {
  const server = createServer(respond)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: ownPort } = server.address() as AddressInfo
  return {
    server,
    origin: `http://127.0.0.1:${ownPort}`,
    /** Cuts connections in use as well. */
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
