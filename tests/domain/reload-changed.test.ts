import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type RunnableDevEnvironment, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reloadChanged } from '../../scripts/build/reload-changed.ts'

const ENTRY = 'virtual:cloudflare/worker-entry'
const entry = {
  name: 'entry',
  resolveId: (id: string) => (id === ENTRY ? `\0${ENTRY}` : undefined),
  load: (id: string) =>
    id === `\0${ENTRY}`
      ? `export { value } from '/importer-1.js'; export { kept } from '/kept.js'; import.meta.hot.accept()`
      : undefined,
}

let folder: string
let server: ViteDevServer
let ssr: RunnableDevEnvironment

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reload-changed-'))
  writeFileSync(join(folder, 'changed.js'), `export const value = 'before'`)
  const chain = ['importer-1.js', 'importer-2.js', 'importer-3.js', 'importer-4.js', 'changed.js']
  for (const [index, importer] of chain.slice(0, -1).entries())
    writeFileSync(join(folder, importer), `export { value } from '/${chain[index + 1]}'`)
  writeFileSync(join(folder, 'kept.js'), `export const kept = {}`)
  server = await createServer({
    root: folder,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    environments: { ssr: { dev: { preTransformRequests: true } } },
    plugins: [entry, reloadChanged],
  })
  ssr = server.environments.ssr as RunnableDevEnvironment
})

afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

it('loads a changed module without those that do not import it', async () => {
  const before = await ssr.runner.import(ENTRY)
  expect(before.value).toBe('before')
  const file = join(folder, 'changed.js')
  writeFileSync(file, `export const value = 'after'`)
  // As Astro does, for a worker that it does not run itself.
  for (const module of ssr.moduleGraph.getModulesByFile(file) ?? [])
    ssr.moduleGraph.invalidateModule(module, new Set(), Date.now(), true)
  ssr.hot.send({ type: 'full-reload', triggeredBy: file, path: '*' })
  await expect.poll(async () => (await ssr.runner.import(ENTRY)).value).toBe('after')
  expect((await ssr.runner.import(ENTRY)).kept).toBe(before.kept)
})

it('loads every module after the dependencies were bundled again', async () => {
  const before = await ssr.runner.import(ENTRY)
  ssr.hot.send({ type: 'full-reload', path: '*' })
  await expect.poll(async () => (await ssr.runner.import(ENTRY)).kept).not.toBe(before.kept)
})
