import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { responseParser } from './http-responses.ts'

/** Input of a generator process: JSON on stdin. */
export interface Load {
  port: number
  connections: number
  /** Raw HTTP/1.1 requests, sent in turn; `{port}` is replaced by a rarely repeated number. */
  requests: string[]
  expected?: number[]
  /** Without a duration each request is sent once. */
  seconds?: number
}

/** Output of a generator process: JSON on stdout. */
export interface Loaded {
  count: number
  seconds: number
  rate: number
  p50: number
  p99: number
  /** Unexpected statuses and lost connections. */
  bad: number
  firstBad?: number
  /** Share of a core that the generator used; near 1 it was the bottleneck. */
  generatorShare: number
}

const PORTS = { first: 1_024, count: 64_000 }
/** A server without a response for this long has failed. */
const MAX_WAIT_MS = 20_000

/** Keeps one request in flight per connection. */
async function run(load: Load): Promise<Loaded> {
  const from = Date.now()
  const times: number[] = []
  let sent = 0
  let bad = 0
  let firstBad: number | undefined
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const isOver = () =>
    load.seconds === undefined
      ? sent >= load.requests.length
      : performance.now() - startedAt >= load.seconds * 1000
  const next = () => {
    const request = load.requests[sent % load.requests.length]!
    return request.replaceAll('{port}', String(PORTS.first + ((from + sent++) % PORTS.count)))
  }
  const use = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let sentAt = 0
      const send = () => {
        if (isOver()) return void socket.end(resolve)
        sentAt = performance.now()
        socket.write(next())
      }
      socket.on(
        'data',
        responseParser((status) => {
          times.push(performance.now() - sentAt)
          if ((status < 200 || status > 299) && !load.expected?.includes(status)) {
            bad++
            firstBad ??= status
          }
          send()
        }),
      )
      socket.setTimeout(MAX_WAIT_MS, () => socket.destroy(new Error('no response')))
      socket.on('error', () => bad++)
      socket.on('close', () => resolve())
      socket.once('connect', send)
    })
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      use(connect({ port: load.port, host: '127.0.0.1', noDelay: true })),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return {
    count: times.length,
    seconds,
    rate: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bad,
    firstBad,
    generatorShare: (cpu.user + cpu.system) / 1e6 / seconds,
  }
}

if (import.meta.main) {
  const load: Load = JSON.parse(await text(process.stdin))
  console.log(JSON.stringify(await run(load)))
}
