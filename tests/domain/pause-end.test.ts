import { expect, it } from 'vitest'
import { readServerTime, serverNow } from '../../src/api/server-clock.ts'
import { pauseEnd } from '../../src/islands/operator/pauses.ts'

it('ends a pause by the clock of the server where the clock of the device is wrong', () => {
  const ahead = Date.now() + 5 * 86_400_000
  readServerTime(new Response(null, { headers: { 'Server-Timing': `clock;desc="${ahead}"` } }))
  const before = Math.floor(serverNow() / 1000)
  expect(pauseEnd(7) - before).toBeOneOf([7 * 86_400, 7 * 86_400 + 1])
  expect(pauseEnd(7) * 1000).toBeGreaterThan(ahead + 6 * 86_400_000)
})
