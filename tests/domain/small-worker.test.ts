import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { smallWorker } from '../../scripts/build/small-worker.ts'

const root = mkdtempSync(join(tmpdir(), 'small-worker-'))
afterAll(() => rmSync(root, { recursive: true }))

const buildWorker = (page: string) => {
  writeFileSync(join(root, 'Island.tsx'), 'export default () => null')
  writeFileSync(join(root, 'page.ts'), page)
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [smallWorker],
    build: { ssr: 'page.ts', write: false },
  })
}

test('a page with a React island that the worker would render fails the build, by name', async () => {
  await expect(buildWorker('export const page = 1')).resolves.toBeDefined()
  await expect(buildWorker("export { default } from './Island.tsx'")).rejects.toThrow(
    /page\.ts is rendered by the worker[^]*Island\.tsx/,
  )
})
