import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { readFileSync } from 'node:fs'
import { inProject } from '../harness/local/run.ts'
import { freePort } from '../harness/local/free-port.ts'
import { pinNewestServer } from './processes.ts'

export interface Floor {
  port: number
  stop(): Promise<void>
}

/**
 * Serves `bench/floors/<name>.mjs` by the Miniflare that serves the app.
 * @param data modules that it imports: `<name>.bin` for bytes, else `<name>.mjs` with a default export
 */
export async function startFloor(
  name: string,
  data: Record<string, unknown>,
  d1Databases: Record<string, string> = {},
): Promise<Floor> {
  const port = await freePort()
  const modules = Object.entries(data).map(([path, value]) =>
    value instanceof Uint8Array
      ? { type: 'Data' as const, path: `/${path}.bin`, contents: value }
      : {
          type: 'ESModule' as const,
          path: `/${path}.mjs`,
          contents: `export default ${JSON.stringify(value)}`,
        },
  )
  const contents = readFileSync(inProject(`bench/floors/${name}.mjs`), 'utf8')
  const worker: V4WorkerOptions = {
    name,
    compatibilityDate: '2026-10-01',
    modulesRoot: '/',
    modules: [{ type: 'ESModule', path: `/${name}.mjs`, contents }, ...modules],
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    d1Databases,
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions({ cf: false, workers: [worker] }))
  await miniflare.ready
  pinNewestServer()
  return { port, stop: () => miniflare.dispose() }
}
