import { request, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../harness/local/free-port.ts'
import { startApp, type App, type AppOptions } from '../harness/app.ts'
import { dataset } from '../harness/dataset.ts'
import { startFloor, type Floor } from './floors.ts'
import { pinNewestServer } from './processes.ts'
import { seed } from '../harness/seed.ts'

export interface Stack {
  app: App
  /** The address that `npm start` uses, with the local edge. */
  port: number
  plainPort: number
  pid: number | undefined
  questionId: string
  /** The app's home page from memory; browsers get it compressed, with the app's headers. */
  page: Floor
  /** GET: 200 rows of D1, rendered. POST: one insert into D1. */
  rows: Floor
  stop(): Promise<void>
}

export interface PinnedApp {
  app: App
  pid: number | undefined
}

export async function startPinned(options: AppOptions): Promise<PinnedApp> {
  const app = await startApp({ ...options, serving: { log: () => {}, ...options.serving } })
  return { app, pid: pinNewestServer() }
}

/** Makes the server compress, as for every browser. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

interface RawResponse {
  headers: [string, string][]
  body: Buffer
}

/** The home page as sent: `fetch` would decompress it. */
export function rawHome(port: number, headers: OutgoingHttpHeaders = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
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
  const { body: plain } = await rawHome(plainPort)
  const packed = await rawHome(port, BROWSER)
  const page = await startFloor('page', {
    page: plain,
    packed: packed.body,
    headers: packed.headers,
  })
  const rows = await startFloor('rows', { comments: data.comments }, { DB: 'floor' })
  const made = await fetch(`http://127.0.0.1:${rows.port}/`, { method: 'PUT' })
  if (!made.ok) throw new Error(`the floor's database: ${await made.text()}`)
  const stop = async () => void (await Promise.all([app.stop(), page.stop(), rows.stop()]))
  return { app, port, plainPort, pid, questionId, page, rows, stop }
}
