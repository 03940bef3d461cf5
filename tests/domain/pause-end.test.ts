import { afterAll, expect, it, vi } from 'vitest'
import { DAY_MS, DAY_S, MINUTE_S } from '../../src/domain/durations.ts'
import { readServerTime, serverNow } from '../../src/api/server-clock.ts'
import { pauseEnd } from '../../src/islands/operator/format.ts'

// The process runs other files too, by this clock.
afterAll(() => vi.resetModules())

it('ends a pause on a minute by the clock of the server where the clock of the device is wrong', () => {
  const ahead = Date.now() + 5 * DAY_MS
  readServerTime(new Response(null, { headers: { 'Server-Timing': `clock;desc="${ahead}"` } }))
  const before = serverNow() / 1000 + 7 * DAY_S
  const end = pauseEnd(7)
  expect(end % MINUTE_S).toBe(0)
  expect(end).toBeGreaterThanOrEqual(before)
  expect(end).toBeLessThan(before + MINUTE_S + 1)
})
