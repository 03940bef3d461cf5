import type { Server } from 'node:http'

/** Stops listening and ends the connections that are open. */
export const stopServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
