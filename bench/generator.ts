import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface LoadRequest {
  method: string
  path: string
  /** In `Host`, `{port}` is replaced by a rarely repeated number. */
  headers: { Host: string } & Record<string, string>
  body?: string
}

/** Input of a generator process: JSON on stdin. */
export interface Load {
  port: number
  connections: number
  requests: LoadRequest[]
  expected?: number[]
  /** Without a duration each request is sent once. */
  seconds?: number
}

/** Output of a generator process: JSON on stdout. */
export interface Loaded {
  count: number
  rate: number
  p50: number
  p99: number
  /** Unexpected statuses and lost connections. */
  bad: number
  firstBad?: number
}

const PORTS = { first: 1_024, count: 64_000 }
/** A server without a response for this long has failed. */
const MAX_WAIT_MS = 20_000

async function run(load: Load): Promise<Loaded> {
  const from = Date.now()
  const times: number[] = []
  let sent = 0
  let bad = 0
  let firstBad: number | undefined
  const startedAt = performance.now()
  const isOver = () =>
    load.seconds === undefined
      ? sent >= load.requests.length
      : performance.now() - startedAt >= load.seconds * 1000
  const send = (agent: Agent) =>
    new Promise<void>((resolve) => {
      const { headers, body, ...rest } = load.requests[sent % load.requests.length]!
      const Host = headers.Host.replace(
        '{port}',
        String(PORTS.first + ((from + sent++) % PORTS.count)),
      )
      const sentAt = performance.now()
      const lost = () => {
        bad++
        resolve()
      }
      const options = { host: '127.0.0.1', port: load.port, agent, timeout: MAX_WAIT_MS }
      const outgoing = request(
        { ...options, ...rest, headers: { ...headers, Host } },
        (response) => {
          const status = response.statusCode!
          response.on('error', lost).resume()
          response.on('end', () => {
            times.push(performance.now() - sentAt)
            if ((status < 200 || status > 299) && !load.expected?.includes(status)) {
              bad++
              firstBad ??= status
            }
            resolve()
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no response')))
      outgoing.on('error', lost).end(body)
    })
  const use = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver()) await send(agent)
    agent.destroy()
  }
  await Promise.all(Array.from({ length: load.connections }, use))
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return {
    count: times.length,
    rate: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bad,
    firstBad,
  }
}

if (import.meta.main) {
  const load: Load = JSON.parse(await text(process.stdin))
  console.log(JSON.stringify(await run(load)))
}
