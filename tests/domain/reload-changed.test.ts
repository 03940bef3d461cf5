import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type RunnableDevEnvironment, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadChanged } from '../../scripts/build/reload-changed.ts'
import { sendImports } from '../../scripts/build/send-imports.ts'
import { WORKER_ENTRY as ENTRY } from '../../scripts/build/worker-entry.ts'

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
    plugins: [entry, reloadChanged, sendImports],
  })
  ssr = server.environments.ssr as RunnableDevEnvironment
})

afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Writes a file and says so, as Astro does for a worker that it does not run itself. */
function change(name: string, text: string): void {
  const file = join(folder, name)
  writeFileSync(file, text)
  for (const module of ssr.moduleGraph.getModulesByFile(file) ?? [])
    ssr.moduleGraph.invalidateModule(module, new Set(), Date.now(), true)
  ssr.hot.send({ type: 'full-reload', triggeredBy: file, path: '*' })
}

it('loads what a module imports with the request for it', async () => {
  const { mock } = vi.spyOn(ssr, 'fetchModule')
  const requested = () =>
    mock.calls.map(([url]) => url).filter((url) => /importer|changed/.test(url))
  expect((await ssr.runner.import(ENTRY)).value).toBe('before')
  expect(requested()).toEqual(['/importer-1.js'])
  change('changed.js', `export const value = 'after'`)
  await expect.poll(async () => (await ssr.runner.import(ENTRY)).value).toBe('after')
  expect(new Set(requested())).toEqual(new Set(['/importer-1.js']))
})

it('loads one module after another where the runner does not show its connection', async () => {
  const { mock } = vi.spyOn(ssr, 'fetchModule')
  Object.assign((ssr.runner as unknown as { hmrClient: object }).hmrClient, {
    transport: undefined,
  })
  expect((await ssr.runner.import(ENTRY)).value).toBe('before')
  expect(mock.calls.map(([url]) => url)).toContain('/changed.js')
})

it('names the fault of an imported module, and loads it once it is mended', async () => {
  await ssr.runner.import(ENTRY)
  change('changed.js', 'export const value = ')
  await expect.poll(() => ssr.runner.import(ENTRY).catch(String)).toMatch(/changed\.js|Expression/)
  change('changed.js', `export const value = 'mended'`)
  await expect
    .poll(async () => {
      const loaded = await ssr.runner.import(ENTRY).catch(() => ({ value: '' }))
      return loaded.value
    })
    .toBe('mended')
})

it('loads a changed module without those that do not import it', async () => {
  const before = await ssr.runner.import(ENTRY)
  expect(before.value).toBe('before')
  change('changed.js', `export const value = 'after'`)
  await expect.poll(async () => (await ssr.runner.import(ENTRY)).value).toBe('after')
  expect((await ssr.runner.import(ENTRY)).kept).toBe(before.kept)
})

it('loads every module after the dependencies were bundled again', async () => {
  const before = await ssr.runner.import(ENTRY)
  ssr.hot.send({ type: 'full-reload', path: '*' })
  await expect.poll(async () => (await ssr.runner.import(ENTRY)).kept).not.toBe(before.kept)
})
