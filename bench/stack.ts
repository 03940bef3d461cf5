import { request, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../harness/local/free-port.ts'
import { startApp, type App, type AppOptions } from '../harness/app.ts'
import { dataset } from '../harness/dataset.ts'
import { startFloors, type Floors } from './floors.ts'
import { pinServer, workerdPids } from './processes.ts'
import { seed } from '../harness/seed.ts'

export interface Stack {
  app: App
  /** The address that `npm start` uses, with the local edge. */
  port: number
  plainPort: number
  pid: number | undefined
  questionId: string
  floors: Floors
  stop(): Promise<void>
}

/** An app whose workerd is pinned to the servers' core. */
export interface PinnedApp {
  app: App
  pid: number | undefined
}

export async function startPinned(options: AppOptions): Promise<PinnedApp> {
  const known = new Set(workerdPids())
  const app = await startApp({ ...options, serving: { log: () => {}, ...options.serving } })
  const pid = workerdPids().find((one) => !known.has(one))
  if (pid) pinServer(pid)
  return { app, pid }
}

/** Makes the server compress, as for every browser. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

async function rawResponse(port: number, headers: OutgoingHttpHeaders) {
  return new Promise<{ headers: [string, string][]; body: Uint8Array }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/', headers }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`the home page returned ${response.statusCode}`))
      const raw = response.rawHeaders
      const pairs = raw.flatMap((name, at): [string, string][] =>
        at % 2 === 0 && !/^(transfer-encoding|content-length|connection|date)$/i.test(name)
          ? [[name, raw[at + 1]!]]
          : [],
      )
      buffer(response).then((body) => resolve({ headers: pairs, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

export async function startStack(serving: AppOptions['serving'] = {}): Promise<Stack> {
  const plainPort = await freePort()
  const { app, pid } = await startPinned({ serving: { plainPort, ...serving } })
  const data = dataset(Date.now())
  const questionId = await seed(app, data)
  const port = Number(new URL(app.origin).port)
  const floors = await startFloors(
    { plain: (await rawResponse(plainPort, {})).body, packed: await rawResponse(port, BROWSER) },
    data,
  )
  if (floors.pid) pinServer(floors.pid)
  return {
    app,
    port,
    plainPort,
    pid,
    questionId,
    floors,
    async stop() {
      await Promise.all([app.stop(), floors.stop()])
    },
  }
}
