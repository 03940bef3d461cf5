import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Miniflare, V4WorkerOptions } from 'miniflare'
import { inProject } from './run.ts'

interface Statement {
  sql: string
  values: unknown[]
}

type BatchResponse = { results: D1Result[]; error?: never } | { results?: never; error: string }

const NAME = 'database'

/** A worker of one module of this folder. */
export const workerOf = (name: string, path: string) =>
  ({
    name,
    modules: [
      { type: 'ESModule', path, contents: readFileSync(inProject('harness/local', path), 'utf8') },
    ],
    compatibilityDate: '2026-10-01',
  }) as V4WorkerOptions

/**
 * A worker that runs statements for `directDatabase`.
 * @param ids database ids by binding, or bindings that are their own ids
 * @param port where it listens in tests; otherwise only Miniflare reaches it
 */
export function databaseWorker(
  ids: Record<string, string> | string[],
  port?: number,
): V4WorkerOptions {
  return {
    ...workerOf(NAME, 'database-worker.mjs'),
    d1Databases: ids,
    ...(port && { unsafeDirectSockets: [{ host: '127.0.0.1', port }] }),
  } as V4WorkerOptions
}

const encoded = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

type Send = (url: string, init: RequestInit) => Promise<Response>

const through =
  (miniflare: Miniflare): Send =>
  async (url, init) => {
    // Lets a closed idle connection be noticed before the request.
    await setImmediate()
    const worker = (await miniflare.getWorker(NAME)) as unknown as { fetch: typeof fetch }
    return worker.fetch(url, init)
  }

/** A D1 database without replicas, whose every statement goes through `batch`. */
export function databaseOf(batch: (statements: Statement[]) => Promise<D1Result[]>): D1Database {
  const prepared = (sql: string, values: unknown[]) => {
    const one = async () => (await batch([{ sql, values }]))[0]!
    return {
      sql,
      values,
      bind: (...bound: unknown[]) => prepared(sql, bound.map(encoded)),
      run: one,
      all: one,
      async first(column?: string) {
        const [row] = (await one()).results as Record<string, unknown>[]
        return row && column !== undefined ? row[column] : (row ?? null)
      },
    }
  }
  const database = {
    prepare: (sql: string) => prepared(sql, []),
    batch,
    withSession: () => database,
  }
  return database as unknown as D1Database
}

/**
 * A D1 database over `databaseWorker`, with one non-blocking request per batch.
 * Miniflare's own stub blocks the process for each `prepare` and `bind`. Stays valid across `setOptions`.
 */
export function directDatabase(
  miniflare: Miniflare,
  binding = 'DB',
  fetch = through(miniflare),
): D1Database {
  const send = async (
    question: { statements: Statement[] } | { script: string },
  ): Promise<D1Result[]> => {
    const body = JSON.stringify({ ...question, binding })
    const response = await fetch('http://database/', { method: 'POST', body })
    const { results, error } = (await response.json()) as BatchResponse
    if (results) return results
    throw new Error(error)
  }
  const exec = (script: string) => send({ script })
  return Object.assign(
    databaseOf((statements) => send({ statements })),
    { exec },
  ) as unknown as D1Database
}
