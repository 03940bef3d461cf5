import { createServer } from 'node:net'

/** Below the ephemeral ports, which a connection could take before the server listens. */
const OWN_PORTS = { first: 15_000, count: 17_000 }
// Test processes take different ones: a port is free until somebody listens.
const quarter = Number(process.env['VITEST_POOL_ID'] ?? 0) % 4
let portOffset = Math.floor(((quarter + Math.random() / 2) / 4) * OWN_PORTS.count)

function listensOn(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()))
  })
}

/**
 * A free loopback port, different each time.
 * @throws Error `EADDRINUSE` when `port` is taken
 */
export async function freePort(port = 0): Promise<number> {
  const wanted = port || OWN_PORTS.first + (portOffset++ % OWN_PORTS.count)
  try {
    await listensOn(wanted)
    return wanted
  } catch (error) {
    if (port || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort()
  }
}
