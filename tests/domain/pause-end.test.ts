import { expect, it } from 'vitest'
import { DAY_MS, DAY_S } from '../../src/domain/durations.ts'
import { readServerTime, serverNow } from '../../src/api/server-clock.ts'
import { pauseEnd } from '../../src/islands/operator/format.ts'

it('ends a pause by the clock of the server where the clock of the device is wrong', () => {
  const ahead = Date.now() + 5 * DAY_MS
  readServerTime(new Response(null, { headers: { 'Server-Timing': `clock;desc="${ahead}"` } }))
  const before = Math.floor(serverNow() / 1000)
  expect(pauseEnd(7) - before).toBeOneOf([7 * DAY_S, 7 * DAY_S + 1])
  expect(pauseEnd(7) * 1000).toBeGreaterThan(ahead + 6 * DAY_MS)
})
