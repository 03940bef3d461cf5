import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { readFileSync } from 'node:fs'
import { inProject } from '../harness/local/run.ts'
import { freePort } from '../harness/local/free-port.ts'
import type { Dataset } from '../harness/dataset.ts'
import { workerdPids } from './processes.ts'

/** Loopback ports of the floors, each a worker in one workerd, reached as directly as the app is. */
export interface Floors {
  /** The bytes of the app's home page from memory: for a browser compressed and with the app's headers. */
  page: number
  /** GET: 200 rows of D1, rendered. POST: one insert into D1. */
  rows: number
  /** The process, where it can be known. */
  pid: number | undefined
  stop(): Promise<void>
}

const source = (name: string) => readFileSync(inProject('bench/floors', name), 'utf8')

/** The app's home page, as its worker sends it and as a browser receives it. */
interface HomePage {
  plain: Uint8Array
  /** Compressed, with all of its headers. */
  packed: { headers: [string, string][]; body: Uint8Array }
}

/** Starts them on the same workerd by the same Miniflare as the app. */
export async function startFloors({ plain, packed }: HomePage, data: Dataset): Promise<Floors> {
  const [page, rows] = await Promise.all([0, 0].map(() => freePort()))
  const shared = { compatibilityDate: '2026-10-01', modulesRoot: '/' }
  const socket = (port: number) => ({ unsafeDirectSockets: [{ host: '127.0.0.1', port }] })
  const known = new Set(workerdPids())
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          ...shared,
          ...socket(page!),
          name: 'page',
          modules: [
            { type: 'ESModule', path: '/page.mjs', contents: source('page.mjs') },
            { type: 'Data', path: '/page.bin', contents: plain },
            { type: 'Data', path: '/packed.bin', contents: packed.body },
            {
              type: 'ESModule',
              path: '/headers.mjs',
              contents: `export const headers = ${JSON.stringify(packed.headers)}`,
            },
          ],
        },
        {
          ...shared,
          ...socket(rows!),
          name: 'rows',
          modules: [
            { type: 'ESModule', path: '/rows.mjs', contents: source('rows.mjs') },
            {
              type: 'ESModule',
              path: '/comments.mjs',
              contents: `export const comments = ${JSON.stringify(data.comments)}`,
            },
          ],
          d1Databases: { DB: 'floor' },
        },
      ],
    }),
  )
  await miniflare.ready
  const made = await fetch(`http://127.0.0.1:${rows}/`, { method: 'PUT' })
  if (!made.ok) throw new Error(`the floor's database: ${await made.text()}`)
  return {
    page: page!,
    rows: rows!,
    pid: workerdPids().find((pid) => !known.has(pid)),
    stop: () => miniflare.dispose(),
  }
}
