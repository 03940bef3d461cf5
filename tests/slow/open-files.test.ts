import { connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { MAX_WAIT_MS } from '../../harness/max-wait.ts'
import { ownApp } from '../../harness/own-app.ts'

/** An idle server has about 60 descriptors. */
const MAX_OPEN_FILES = 300

const app = await ownApp({ questions: false, serving: { maxOpenFiles: MAX_OPEN_FILES } })

async function connections(count: number): Promise<Socket[]> {
  const port = Number(new URL(app.origin).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))),
  )
  return sockets
}

const health = async () => (await app.fetch('/healthz')).status

it.runIf(process.platform === 'linux')(
  'a server near its limit of open files says so, and goes on when connections have ended',
  async () => {
    await expect.poll(health).toBe(200)
    let sockets: Socket[] = []
    // workerd closes idle connections, so renew them until the refusal.
    const refused = await vi.waitFor(
      async () => {
        for (const socket of sockets) socket.destroy()
        sockets = await connections(MAX_OPEN_FILES / 2)
        for (let asked = 0; asked < 10; asked++) {
          const response = await app.fetch('/login')
          if (response.status === 503) return response
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        throw new Error('every request was answered')
      },
      { timeout: MAX_WAIT_MS, interval: 100 },
    )
    expect(refused.headers.get('Retry-After')).toBe('5')
    expect(await refused.text()).toContain('limit of open files')
    for (const socket of sockets) socket.destroy()
    await expect.poll(health).toBe(200)
  },
)
