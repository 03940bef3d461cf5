import { readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { inProject } from '../harness/local/run.ts'
import { freePort } from '../harness/local/free-port.ts'

/** Scripts and their inputs; text and styles stay, so that the floor looks the same. */
const scripts = /<script\b[^>]*>[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g
const links = /(?:href|src)="(\/[^"?]*\.(?:css|svg))"/g

interface Scriptless {
  origin: string
  stop(): Promise<void>
}

/** Serves the app's home page without scripts, by the same Miniflare, with its styles and pictures. */
export async function startScriptless(app: string): Promise<Scriptless> {
  const read = async (path: string) => {
    const response = await fetch(new URL(path, app))
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    return { type: response.headers.get('Content-Type') ?? '', text: await response.text() }
  }
  const home = await read('/')
  const page = { ...home, text: home.text.replace(scripts, '') }
  const paths = new Set(Array.from(page.text.matchAll(links), ([, path]) => path!))
  const others = await Promise.all([...paths].map(async (path) => [path, await read(path)]))
  const files = { '/': page, ...Object.fromEntries(others) }
  const port = await freePort()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: 'scriptless',
          compatibilityDate: '2026-10-01',
          modulesRoot: '/',
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
          modules: [
            {
              type: 'ESModule',
              path: '/scriptless.mjs',
              contents: readFileSync(inProject('bench/floors/scriptless.mjs'), 'utf8'),
            },
            {
              type: 'ESModule',
              path: '/files.mjs',
              contents: `export const files = ${JSON.stringify(files)}`,
            },
          ],
        },
      ],
    }),
  )
  await miniflare.ready
  return { origin: `http://127.0.0.1:${port}`, stop: () => miniflare.dispose() }
}
