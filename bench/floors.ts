import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { readFileSync } from 'node:fs'
import { inProject } from '../harness/local/run.ts'
import { freePort } from '../harness/local/free-port.ts'
import type { Dataset } from '../harness/dataset.ts'
import { workerdPids } from './processes.ts'

export interface Floors {
  /** The app's home page from memory; browsers get it compressed, with the app's headers. */
  page: number
  /** GET: 200 rows of D1, rendered. POST: one insert into D1. */
  rows: number
  /** Undefined without /proc. */
  pid: number | undefined
  stop(): Promise<void>
}

const source = (name: string) => readFileSync(inProject('bench/floors', name), 'utf8')

interface HomePage {
  plain: Uint8Array
  packed: { headers: [string, string][]; body: Uint8Array }
}

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
