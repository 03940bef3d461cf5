import { beforeEach, expect, it, vi, type Mock } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { LruMap } from '../../src/worker/http/lru-map.ts'
import { ResponseCache } from '../../src/worker/page-cache/response-cache.ts'

const lifetime = { waitUntil: () => undefined }
let cache: ResponseCache

let timeouts: (() => void)[]
/** Flushes promises that wait for neither a render nor a timeout. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
}
async function timeOut() {
  await settle()
  timeouts.splice(0).forEach((end) => end())
  await settle()
}

beforeEach(() => {
  timeouts = []
  vi.stubGlobal('scheduler', { wait: () => new Promise<void>((end) => timeouts.push(end)) })
  cache = new ResponseCache({ ttlMs: 3_000, staleMs: HOUR_MS })
})

async function read(key: string, nowMs: number, render: () => Promise<Response>) {
  const { status, body } = await cache.getOrRender({ key, nowMs, lifetime, render })
  return `${status} ${new TextDecoder().decode(body)}`
}
const responds =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }))
const fails = responds('', 503)
const throws = () => Promise.reject(new Error('no database'))
const never = () => new Promise<Response>(() => undefined)

function slowRenderer() {
  const pending: ((response: Response) => void)[] = []
  return {
    pending,
    render: () => new Promise<Response>((end) => void pending.push(end)),
  }
}

it('single flight renders once for 1,000 readers of a cold page', async () => {
  const { pending, render } = slowRenderer()
  const readers = Array.from({ length: 1_000 }, () => read('/', 0, render))
  await settle()
  pending[0]!(new Response('page'))
  expect(new Set(await Promise.all(readers))).toEqual(new Set(['200 page']))
  expect(pending).toHaveLength(1)
})

it('single flight replaces a slow render once, for all of 200 readers', async () => {
  const { pending, render } = slowRenderer()
  const readers = Array.from({ length: 200 }, () => read('/', 0, render))
  await timeOut()
  expect(pending).toHaveLength(2)
  pending[1]!(new Response('page'))
  const [first, ...others] = readers
  expect(new Set(await Promise.all(others))).toEqual(new Set(['200 page']))
  pending[0]!(new Response('late'))
  expect(await first).toBe('200 late')
})

it('single flight replaces a render that is orphaned, and its replacement, one at a time', async () => {
  const renders: Mock<() => Promise<Response>> = vi.fn(() =>
    renders.mock.calls.length < 5 ? never() : responds('page')(),
  )
  const readers = Array.from({ length: 20 }, () => read('/', 0, renders))
  for (let turn = 1; turn <= 4; turn++) {
    await settle()
    expect(renders).toHaveBeenCalledTimes(turn)
    await timeOut()
  }
  expect(new Set(await Promise.all(readers.slice(4)))).toEqual(new Set(['200 page']))
  expect(renders).toHaveBeenCalledTimes(5)
})

it('single flight takes whichever ends first of a slow render and its replacement', async () => {
  const { pending, render } = slowRenderer()
  const readers = [read('/', 0, render), read('/', 0, never), read('/', 0, never)]
  await timeOut()
  pending[0]!(new Response('late'))
  expect(await Promise.all(readers)).toEqual(['200 late', '200 late', '200 late'])
})

it('single flight does not serve the failure of a slow render while its replacement goes on', async () => {
  const { pending, render } = slowRenderer()
  const [first, second] = [read('/', 0, render), read('/', 0, render)]
  await timeOut()
  pending[0]!(new Response('', { status: 503 }))
  expect(await first).toBe('503 ')
  pending[1]!(new Response('one'))
  expect(await second).toBe('200 one')
})

it('single flight does not wait again for an orphaned render that was replaced', async () => {
  void read('/', 0, never)
  const second = read('/', 1, responds('one'))
  await timeOut()
  expect(await second).toBe('200 one')
  expect(await read('/', 4_000, responds('two'))).toBe('200 two')
  expect(await read('/', 8_000, responds('three'))).toBe('200 three')
})

it('a stale copy is served to 200 readers while one render runs', async () => {
  await read('/', 0, responds('old'))
  const { pending, render } = slowRenderer()
  const readers = Array.from({ length: 200 }, () => read('/', 3_000, render))
  expect(new Set(await Promise.all(readers.slice(1)))).toEqual(new Set(['200 old']))
  pending[0]!(new Response('new'))
  expect(await readers[0]).toBe('200 new')
  expect(pending).toHaveLength(1)
  expect(await read('/', 3_001, never)).toBe('200 new')
})

it('a stale copy is served after the time-out when it is too old to be served at once', async () => {
  await read('/', 0, responds('old'))
  const renders = vi.fn(never)
  const readers = Array.from({ length: 200 }, () => read('/', 60_000, renders))
  await timeOut()
  expect(new Set(await Promise.all(readers))).toEqual(new Set(['200 old']))
  expect(renders).toHaveBeenCalledTimes(1)
})

it('a stale copy does not keep an orphaned render from being replaced', async () => {
  await read('/', 0, responds('old'))
  const reader = read('/', 3_000, never)
  await timeOut()
  expect(await reader).toBe('200 old')
  expect(await read('/', 10_000, responds('new'))).toBe('200 new')
})

it.each([
  ['with 503', fails],
  ['with an exception', throws],
])('while rendering fails: %s, serves the last copy for an hour', async (_, broken) => {
  await read('/', 0, responds('one'))
  expect(await read('/', 5_000, broken)).toBe('200 one')
  expect(await read('/', HOUR_MS - 1, broken)).toBe('200 one')
})

it('while rendering fails serves no copy that is older than an hour', async () => {
  await read('/', 0, responds('one'))
  expect(await read('/', HOUR_MS, fails)).toBe('503 ')
  await expect(read('/', HOUR_MS, throws)).rejects.toThrow('no database')
})

it('while rendering fails tries once a second until a render succeeds', async () => {
  const failing = vi.fn(fails)
  await read('/', 0, responds('one'))
  for (let nowMs = 5_000; nowMs < 8_000; nowMs += 100) await read('/', nowMs, failing)
  expect(failing).toHaveBeenCalledTimes(3)
  expect(await read('/', 8_000, responds('two'))).toBe('200 two')
})

it('a purge keeps renders in flight from being stored', async () => {
  const { pending, render } = slowRenderer()
  const first = read('/', 0, render)
  await settle()
  cache.purge()
  expect(await read('/', 1, responds('after'))).toBe('200 after')
  pending[0]!(new Response('before'))
  expect(await first).toBe('200 before')
  expect(await read('/', 2, fails)).toBe('200 after')
})

it('a purge leaves no stale copy to serve', async () => {
  await read('/', 0, responds('one'))
  const purgesThenFails = async () => {
    cache.purge()
    return new Response('', { status: 503 })
  }
  expect(await read('/', 5_000, purgesThenFails)).toBe('503 ')
})

it('keeps the pages in use when others flood the cache', async () => {
  await read('/', 0, responds('home'))
  for (let turn = 0; turn < 1_000; turn++) {
    await read(`/theme_details?themeID=${turn}`, turn, responds('page'))
    if (turn % 100 === 0) expect(await read('/', turn, fails)).toBe('200 home')
  }
  expect(await read('/', 60_000, fails)).toBe('200 home')
})

it('does not keep a 404', async () => {
  expect(await read('/theme_details?themeID=x', 0, responds('', 404))).toBe('404 ')
  expect(await read('/theme_details?themeID=x', 1, responds('there now'))).toBe('200 there now')
})

it('a map with a limit keeps what was read or written last', () => {
  const map = new LruMap<string, number>(2).set('read', 1).set('left', 2)
  map.get('read')
  expect([...map.set('new', 3).keys()]).toEqual(['read', 'new'])
})
