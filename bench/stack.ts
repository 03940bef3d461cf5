import type { OutgoingHttpHeaders } from 'node:http'
import { startApp, type App, type AppOptions } from '../harness/app.ts'
import { rawGet } from '../harness/raw-request.ts'
import { startFloor } from './floors.ts'
import { BROWSER } from './load.ts'
import { pinNewestServer } from './processes.ts'
import { mixedPosts, seed } from '../harness/posts.ts'

export type Stack = Awaited<ReturnType<typeof startStack>>

export async function startPinned(serving: AppOptions['serving']): Promise<App> {
  const app = await startApp({ serving: { log: () => {}, ...serving } })
  pinNewestServer()
  return app
}

/** The home page as sent: `fetch` would decompress it. */
export async function rawHome(port: number, headers: OutgoingHttpHeaders = {}) {
  const { status, rawHeaders, body } = await rawGet(`http://127.0.0.1:${port}`, '/', headers)
  if (status !== 200) throw new Error(`the home page returned ${status}`)
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !/^(transfer-encoding|content-length|connection|date)$/i.test(name)
      ? [[name, rawHeaders[at + 1]!]]
      : [],
  )
  return { headers: pairs, body }
}

export async function startStack(serving: AppOptions['serving'] = {}) {
  const app = await startPinned(serving)
  const comments = mixedPosts()
  const questionId = await seed(app, comments)
  // The address that `npm start` uses, with the local edge.
  const port = Number(new URL(app.origin).port)
  const packed = await rawHome(port, BROWSER)
  // From memory, compressed, with the app's headers.
  const page = await startFloor('page', { page: packed.body, headers: packed.headers })
  // GET: 200 rows of D1, rendered. POST: one insert into D1.
  const rows = await startFloor('rows', { comments }, { DB: 'floor' })
  const made = await fetch(`http://127.0.0.1:${rows.port}/`, { method: 'PUT' })
  if (!made.ok) throw new Error(`the floor's database: ${await made.text()}`)
  const stop = async () => void (await Promise.all([app.stop(), page.stop(), rows.stop()]))
  return { app, port, questionId, page, rows, stop }
}
