import { freePort } from '../../harness/local/serve.ts'
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
 * Memory of the worker's isolate under load, as V8 counts it, and of the whole process. Cloudflare limits the
 * isolate; the process also holds workerd itself, its SQLite, and the isolates of Miniflare's D1 and R2.
 */
export async function memoryRows({ serving, seconds, posts }: Bench): Promise<Row[]> {
  const inspectorPort = await freePort()
  const { app, pid } = await startPinned({ serving: { ...serving, inspectorPort } })
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
        what: `memory: the isolate, with ${counts.join(', ')} beside pages`,
        figure: `${short(peak.used / MIB)} MiB (${short(peak.total / MIB)})`,
        target: '≤ 128 MiB',
        isMet: peak.total <= 128 * MIB,
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
