import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../../harness/local/run.ts'
import { wholePages } from '../../scripts/build/whole-pages.ts'

const { filter, handler } = wholePages.transform
const ADAPTER = inProject('node_modules/@astrojs/cloudflare/dist/utils/handler.js')

it('makes the installed adapter render without streaming', () => {
  expect(ADAPTER).toMatch(filter.id)
  const code = handler(readFileSync(ADAPTER, 'utf8'))
  expect(code.match(/createApp\(.*\)/g)).toEqual(['createApp({ streaming: false })'])
})

it('fails the build where the adapter creates its app in another way', () => {
  expect(() => handler('const app = createApp(manifest)')).toThrow('createApp()')
})
