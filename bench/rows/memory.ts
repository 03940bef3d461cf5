import { freePort } from '../../harness/local/free-port.ts'
import { createPeople } from '../../harness/people.ts'
import { dataset } from '../dataset.ts'
import { watchHeap } from '../heap.ts'
import { get, getCold, load, post } from '../load.ts'
import { mixedLoad } from '../mixed-load.ts'
import { memory } from '../processes.ts'
import type { Bench } from '../run.ts'
import { seed } from '../seed.ts'
import { startPinned } from '../stack.ts'
import { short, type Row } from '../table.ts'

const MIB = 1024 * 1024
const EVERY_MS = 100
const WORKER = 'ichimon'

/**
 * MiB of V8's heap, as Miniflare hands it to workerd. An isolate of Cloudflare has a limit, before which V8 collects; workerd
 * alone has none, and V8 lets garbage grow. What does not fit ends the process.
 */
const HEAP_MIB = 64
const V8_FLAGS = 'MINIFLARE_WORKERD_V8_FLAGS'
/** Memory of the WebAssembly that hashes passwords, which the inspector does not count. */
const HASHING = 20 * MIB

/**
 * Memory of the worker's isolate under load, as V8 counts it, and of the whole process. Cloudflare limits the
 * isolate; the process also holds workerd itself, its SQLite, and the isolates of Miniflare's D1 and R2.
 */
export async function memoryRows({ serving, seconds, posts }: Bench): Promise<Row[]> {
  const inspectorPort = await freePort()
  process.env[V8_FLAGS] = `--max-heap-size=${HEAP_MIB}`
  const { app, pid } = await startPinned({ serving: { ...serving, inspectorPort } }).finally(
    () => delete process.env[V8_FLAGS],
  )
  const heap = await watchHeap(inspectorPort, WORKER)
  try {
    const questionId = await seed(app, dataset(Date.now()))
    const port = Number(new URL(app.origin).port)
    const people = await createPeople(app, posts)
    const text = 'a post under load'
    const requests = people.map(({ authorization }) =>
      post('/service/comment/v1/comment', { questionId, text }, { Authorization: authorization }),
    )
    const peak = { used: 0, total: 0 }
    const look = async () => {
      const { used, total } = await heap.read()
      peak.used = Math.max(peak.used, used)
      peak.total = Math.max(peak.total, total)
    }
    await look()
    const over = new AbortController()
    const looking = (async () => {
      while (!over.signal.aborted) {
        await look()
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    })()
    await load({ port, connections: 50, seconds: seconds * 2, requests: [get('/')] }, pid)
    await load({ port, connections: 50, seconds: seconds * 2, requests: [getCold('/')] }, pid)
    await load({ port, connections: 10, requests }, pid)
    const before = { ...peak }
    const mixing = mixedLoad(app, over.signal)
    await load({ port, connections: 10, seconds: seconds * 10, requests: [get('/')] }, pid)
    over.abort()
    await looking
    const counts = Object.entries(await mixing).map(([kind, count]) => `${count} ${kind}`)
    return [
      {
        what: 'memory: the isolate under pages and posts, used at most (reserved)',
        figure: `${short(before.used / MIB)} MiB (${short(before.total / MIB)})`,
        target: '≤ 128 MiB',
        isMet: before.total <= 128 * MIB,
      },
      {
        what: `memory: the isolate, with ${counts.join(', ')} beside pages, hashing's 20 MiB added`,
        figure: `${short((peak.used + HASHING) / MIB)} MiB (${short((peak.total + HASHING) / MIB)})`,
        target: '≤ 128 MiB',
        isMet: peak.total + HASHING <= 128 * MIB,
      },
      {
        what: 'memory: the whole workerd process, at most',
        figure: pid ? `${short(memory(pid).peak)} MiB` : '–',
        target: '(no limit; several isolates)',
      },
    ]
  } finally {
    heap.stop()
    await app.stop()
  }
}
