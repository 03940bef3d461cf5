import { request, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../harness/local/free-port.ts'
import { startApp, type App, type AppOptions } from '../harness/app.ts'
import { dataset } from '../harness/dataset.ts'
import { startFloors, type Floors } from './floors.ts'
import { pinServer, workerdPids } from './processes.ts'
import { seed } from '../harness/seed.ts'

/** The built worker and its floors, side by side, with the same data. */
export interface Stack {
  app: App
  /** Through what `npm start` puts before the worker. */
  port: number
  /** Straight into the worker. */
  plainPort: number
  /** The app's workerd, where it can be known. */
  pid: number | undefined
  questionId: string
  floors: Floors
  stop(): Promise<void>
}

/** An app with its workerd, which stays on the servers' core. */
export interface PinnedApp {
  app: App
  /** The app's workerd, where it can be known. */
  pid: number | undefined
}

export async function startPinned(options: AppOptions): Promise<PinnedApp> {
  const known = new Set(workerdPids())
  const app = await startApp({ ...options, serving: { log: () => {}, ...options.serving } })
  const pid = workerdPids().find((one) => !known.has(one))
  if (pid) pinServer(pid)
  return { app, pid }
}

/** The header that every browser sends, so that the server compresses. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/** A response as it was sent: its headers, and its body without decoding. */
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

/** The app and its floors with data of their own. */
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
