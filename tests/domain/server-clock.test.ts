import { beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'

beforeEach(() => vi.resetModules())

const AHEAD_MS = HOUR_MS

async function offsetOf(page: { type: string; deliveryType?: string }): Promise<number> {
  const timeOrigin = Date.now()
  const serverTiming = [{ name: 'clock', description: String(timeOrigin + AHEAD_MS) }]
  vi.stubGlobal('document', {})
  vi.stubGlobal('performance', {
    timeOrigin,
    now: () => 0,
    getEntriesByType: () => [{ ...page, responseStart: 0, serverTiming }],
  })
  vi.useFakeTimers({ now: timeOrigin, toFake: ['Date'] })
  const { serverNow } = await import('../../src/api/server-clock.ts')
  const offset = serverNow() - Date.now()
  vi.useRealTimers()
  return offset
}

it.each([
  ['a page from the network', { type: 'navigate', deliveryType: '' }, AHEAD_MS],
  ['a page that was prefetched', { type: 'navigate', deliveryType: 'navigational-prefetch' }, 0],
  ['a page from the back-forward cache', { type: 'back_forward' }, 0],
])('%s sets the clock by its response only when that is new', async (_, page, expected) => {
  expect(await offsetOf(page)).toBe(expected)
})

it('a response that tells the time sets the clock, unless the difference may be the network’s', async () => {
  const { readServerTime, serverNow } = await import('../../src/api/server-clock.ts')
  const seconds = [1_000, 50_000, NaN].map((ahead) => {
    const clock = `clock;desc="${Date.now() + ahead}"`
    readServerTime(new Response('', { headers: { 'Server-Timing': clock } }))
    return Math.round((serverNow() - Date.now()) / 1000)
  })
  expect(seconds).toEqual([0, 50, 50])
})
