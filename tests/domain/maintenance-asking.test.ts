import { expect, it, vi } from 'vitest'
import { refreshMaintenance, isMaintenanceKnown } from '../../src/worker/gateway/maintenance.ts'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('../../src/worker/remote/locate-services.ts', () => ({
  locateService: () => ({ fetch }),
}))

it('asks again after three seconds when the first request to ask was cancelled', async () => {
  vi.useFakeTimers()
  const lifetime = { waitUntil: () => undefined }
  const env = {} as Env
  fetch.mockReturnValueOnce(new Promise(() => undefined))
  refreshMaintenance(env, lifetime)
  refreshMaintenance(env, lifetime)
  expect(fetch).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(3_000)
  fetch.mockImplementation(async () => Response.json({ results: [] }))
  refreshMaintenance(env, lifetime)
  await vi.waitFor(() => expect(isMaintenanceKnown()).toBe(true))
  expect(fetch).toHaveBeenCalledTimes(3)

  vi.advanceTimersByTime(29_000)
  refreshMaintenance(env, lifetime)
  expect(fetch).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(1_000)
  refreshMaintenance(env, lifetime)
  expect(fetch).toHaveBeenCalledTimes(4)
})
