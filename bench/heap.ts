import { WebSocket } from 'ws'

/** Bytes that an isolate of JavaScript holds. */
interface Heap {
  used: number
  /** Bytes that V8 has reserved, buffers outside the heap included. */
  total: number
}

/** Looks into the isolate of a worker through V8's inspector. */
export async function watchHeap(inspectorPort: number, worker: string) {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id.includes(worker))
  if (!target)
    throw new Error(`no isolate of ${worker} among ${targets.map(({ id }) => id).join(', ')}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let requestedAt = 0
  return {
    read: () =>
      new Promise<Heap>((resolve, reject) => {
        const id = ++requestedAt
        const hear = (data: unknown) => {
          const message = JSON.parse(String(data)) as {
            id?: number
            error?: { message: string }
            result?: { usedSize: number; totalSize: number; backingStorageSize?: number }
          }
          if (message.id !== id) return
          socket.off('message', hear)
          if (!message.result) return reject(new Error(message.error?.message))
          const { usedSize, totalSize, backingStorageSize = 0 } = message.result
          resolve({ used: usedSize + backingStorageSize, total: totalSize + backingStorageSize })
        }
        socket.on('message', hear)
        socket.send(JSON.stringify({ id, method: 'Runtime.getHeapUsage' }))
      }),
    stop: () => socket.terminate(),
  }
}
