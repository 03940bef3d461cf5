import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as PageMemory from '../../src/worker/page-cache/isolate-cache.ts'
import type { PageStore, CachedPage } from '../../src/worker/page-cache/isolate-cache.ts'

/** A fresh isolate's memory; waiting is counted and takes little time. */
let memory: typeof PageMemory
let waits = 0
let stored: Map<string, CachedPage>
const lifetime = { waitUntil: () => undefined }
const store: PageStore = {
  read: (key) => Promise.resolve(stored.get(key)),
  write: async (key, page) => void stored.set(key, page),
}

beforeEach(async () => {
  waits = 0
  stored = new Map()
  await restart()
})

async function restart() {
  vi.stubGlobal('scheduler', {
    wait: () => {
      waits++
      return new Promise((resolve) => setTimeout(resolve, 300))
    },
  })
  vi.resetModules()
  memory = await import('../../src/worker/page-cache/isolate-cache.ts')
}

const read = async (key: string, nowMs: number, render: () => Promise<Response>) => {
  const { status, body } = await memory.getOrRender({ key, nowMs, lifetime, store, render })
  return `${status} ${new TextDecoder().decode(body)}`
}
const answers =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }))
const fails = answers('', 503)

test('a rendering whose request is gone is waited for once, not by every later one', async () => {
  void memory.getOrRender({
    key: '/',
    nowMs: 0,
    lifetime,
    render: () => new Promise(() => undefined),
  })
  await Promise.resolve()
  expect(await read('/', 1, answers('one'))).toBe('200 one')
  expect(waits).toBe(1)
  expect(await read('/', 4_000, answers('two'))).toBe('200 two')
  expect(await read('/', 8_000, answers('three'))).toBe('200 three')
  // Each of the last two is ready to answer its older copy.
  expect(waits).toBe(3)
})

test('who has waited for another’s rendering takes the first that ends, theirs or the own', async () => {
  const late = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('late')), 600))
  const never = () => new Promise<Response>(() => undefined)
  const first = read('/', 0, late)
  expect(await read('/', 1, never)).toBe('200 late')
  expect(await first).toBe('200 late')
})

test('who has waited for another’s rendering is not answered its failure while the own goes on', async () => {
  const after = (ms: number, status: number, text: string) => () =>
    new Promise<Response>((resolve) =>
      setTimeout(() => resolve(new Response(text, { status })), ms),
    )
  const first = read('/', 0, after(500, 503, ''))
  await Promise.resolve()
  const second = read('/', 1, after(500, 200, 'one'))
  expect(await first).toBe('503 ')
  expect(await second).toBe('200 one')
})

test('a failure after something else was forgotten leaves the older copy to read', async () => {
  await read('/', 0, answers('one'))
  const forgetting = async () => {
    memory.purgeIsolateCache(() => false)
    return new Response('', { status: 503 })
  }
  expect(await read('/', 5_000, forgetting)).toBe('200 one')
  const forgettingThis = async () => {
    memory.purgeIsolateCache(() => true)
    return new Response('', { status: 503 })
  }
  expect(await read('/', 10_000, forgettingThis)).toBe('503 ')
})

test('what was being rendered when something was forgotten is kept for nobody', async () => {
  let end = (_: Response) => {}
  const first = read('/', 0, () => new Promise((resolve) => (end = resolve)))
  await Promise.resolve()
  memory.purgeIsolateCache(() => false)
  expect(await read('/', 1, answers('after'))).toBe('200 after')
  end(new Response('before'))
  expect(await first).toBe('200 before')
  expect(await read('/', 2, fails)).toBe('200 after')
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

describe('while rendering fails', () => {
  const HOUR = 3_600_000
  const throws = () => Promise.reject(new Error('no database'))

  test.each([
    ['answers 503', fails],
    ['throws', throws],
    ['never ends', () => new Promise<Response>(() => undefined)],
  ])('and %s, the last copy is answered for an hour', async (_, broken) => {
    await read('/', 0, answers('one'))
    expect(await read('/', 5_000, broken)).toBe('200 one')
    expect(await read('/', HOUR - 1, broken)).toBe('200 one')
  })

  test('no copy outlives an hour', async () => {
    await read('/', 0, answers('one'))
    expect(await read('/', HOUR, fails)).toBe('503 ')
    await expect(read('/', HOUR, throws)).rejects.toThrow('no database')
  })

  test('an isolate that has just started answers the copy in the store', async () => {
    await read('/', -9_000, answers('zero'))
    await read('/', 0, answers('one'))
    await restart()
    expect(await read('/', 5_000, throws)).toBe('200 one')
    await restart()
    expect(await read('/', HOUR, fails)).toBe('503 ')
  })

  test('a try a second is made, and the first that succeeds ends it', async () => {
    let tries = 0
    const counted = (render: () => Promise<Response>) => () => (tries++, render())
    await read('/', 0, answers('one'))
    for (let nowMs = 5_000; nowMs < 8_000; nowMs += 100) await read('/', nowMs, counted(fails))
    expect(tries).toBe(3)
    expect(await read('/', 8_000, counted(answers('two')))).toBe('200 two')
  })
})

describe('the store', () => {
  test('gets what is asked for more than once', async () => {
    await read('/', 0, answers('one'))
    expect(stored.size).toBe(0)
    await read('/', 3_000, answers('two'))
    expect(stored.size).toBe(1)
  })

  test('is read while it is fresh, for no longer than memory alone would be', async () => {
    await read('/', -9_000, answers('zero'))
    await read('/', 0, answers('one'))
    await restart()
    expect(await read('/', 2_900, answers('two'))).toBe('200 one')
    expect(await read('/', 3_000, answers('three'))).toBe('200 three')
  })

  test('that fails is as if there were none', async () => {
    const broken = {
      read: () => Promise.reject(new Error()),
      write: () => Promise.reject(new Error()),
    }
    const page = { key: '/', nowMs: 0, lifetime, store: broken, render: answers('one') }
    expect((await memory.getOrRender(page)).status).toBe(200)
  })
})

test('of many who ask at once, one renders', async () => {
  let renderings = 0
  const once = async () => (renderings++, new Response('page'))
  const pages = await Promise.all(Array.from({ length: 100 }, () => read('/', 0, once)))
  expect(new Set(pages)).toEqual(new Set(['200 page']))
  expect(renderings).toBe(1)
})

test('what is forgotten is rendered anew', async () => {
  await read('/', 0, answers('one'))
  memory.purgeIsolateCache(() => true)
  stored.clear()
  expect(await read('/', 1, answers('two'))).toBe('200 two')
})
