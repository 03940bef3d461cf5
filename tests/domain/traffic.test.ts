import { expect, it, vi } from 'vitest'
import { countResponse } from '../../src/worker/telemetry/traffic.ts'

it('durations, a row each, are written every five minutes; the numbers of requests every half minute', async () => {
  const flushes: { requests: number; times: unknown[] }[] = []
  const work: Promise<unknown>[] = []
  const env = {
    SECRET: 'a secret of the tests, 43 characters or more, never used',
    LOG_LEVEL: 'silent',
    DB: {
      prepare: () => ({ bind: (...values: unknown[]) => values }),
      batch: async ([counts, times]: [[number, number], [string, string]]) => {
        flushes.push({ requests: counts[1], times: JSON.parse(times[1]) as unknown[] })
        return []
      },
    },
  } as unknown as Env
  const lifetime = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) }
  const response = { route: '/', status: 200, ms: 12 }
  const start = 1_000_000_000_000
  const clock = vi.spyOn(Date, 'now')
  for (let second = 0; second <= 300; second += 10) {
    clock.mockReturnValue(start + second * 1000)
    countResponse(env, lifetime, response)
  }
  await Promise.all(work)
  expect(flushes).toHaveLength(10)
  expect(flushes.slice(0, 9).flatMap(({ times }) => times)).toEqual([])
  expect(flushes[9]!.times).toEqual([['/', 12, 31, 0]])
  expect(flushes.reduce((sum, { requests }) => sum + requests, 0)).toBe(31)
})
