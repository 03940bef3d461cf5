import { beforeEach, expect, test, vi } from 'vitest'
import type * as PageMemory from '../../src/worker/gateway/page-memory.ts'

/** A fresh isolate's memory; waiting is counted and takes no time. */
let memory: typeof PageMemory
let waits = 0
const lifetime = { waitUntil: () => undefined }

beforeEach(async () => {
  waits = 0
  vi.stubGlobal('scheduler', {
    wait: () => {
      waits++
      return Promise.resolve()
    },
  })
  vi.resetModules()
  memory = await import('../../src/worker/gateway/page-memory.ts')
})

const read = async (key: string, nowMs: number, render: () => Promise<Response>) => {
  const { status, body } = await memory.rememberedPage(key, nowMs, lifetime, render)
  return `${status} ${new TextDecoder().decode(body)}`
}
const answers =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }))
const fails = answers('', 503)

test('a rendering whose request is gone is waited for once, not by every later one', async () => {
  void memory.rememberedPage('/', 0, lifetime, () => new Promise(() => undefined))
  expect(await read('/', 1, answers('one'))).toBe('200 one')
  expect(waits).toBe(1)
  expect(await read('/', 4_000, answers('two'))).toBe('200 two')
  expect(waits).toBe(1)
})

test('a flood of other pages takes none away that is being read', async () => {
  await read('/', 0, answers('home'))
  for (let turn = 0; turn < 1_000; turn++) {
    await read(`/theme_details?themeID=${turn}`, turn, answers('page'))
    if (turn % 100 === 0) expect(await read('/', turn, fails)).toBe('200 home')
  }
  expect(await read('/', 60_000, fails)).toBe('200 home')
})

test('what is not there is not kept', async () => {
  expect(await read('/theme_details?themeID=x', 0, answers('', 404))).toBe('404 ')
  expect(await read('/theme_details?themeID=x', 1, answers('there now'))).toBe('200 there now')
})
