import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { inProject } from '../harness/local/run.ts'
import type { Load, Loaded, LoadRequest } from './generator.ts'
import { onLoadCore } from './processes.ts'

/** Makes the server compress, as for every browser. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

export async function load(task: Load): Promise<Loaded> {
  const [command, args] = onLoadCore(process.execPath, [inProject('bench/generator.ts')])
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = new Promise((resolve) => child.on('exit', resolve))
  child.stdin.end(JSON.stringify(task))
  const output = await text(child.stdout)
  if ((await exit) !== 0) throw new Error('the load generator failed')
  const loaded: Loaded = JSON.parse(output)
  if (loaded.bad > 0 || loaded.count === 0)
    throw new Error(`${loaded.bad} of ${loaded.count} requests failed (${loaded.firstBad})`)
  return loaded
}

export const get = (path: string, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'GET',
  path,
  headers: { Host: 'localhost', ...headers },
})

/** Loads the home page as browsers do. */
export const homeFrom = (port: number, seconds: number) => () =>
  load({ port, connections: 50, seconds, requests: [get('/', BROWSER)] })

/** A GET that misses the page cache: pages contain their origin, and each request names another loopback port. */
export const getCold = (path: string): LoadRequest => get(path, { Host: 'localhost:{port}' })

export const post = (
  path: string,
  body: object,
  headers: Record<string, string> = {},
): LoadRequest => ({
  method: 'POST',
  path,
  headers: { Host: 'localhost', 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
