import { afterAll, expect, it, vi } from 'vitest'
import { refreshMaintenance, maintenanceTiming } from '../../src/worker/gateway/maintenance.ts'

const readResults = vi.hoisted(() => {
  vi.resetModules()
  return vi.fn()
})
vi.mock('../../src/worker/remote/locate-services.ts', () => ({ readResults }))

// The process runs other files too.
afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})

it('asks again after three seconds when the first request to ask was cancelled', async () => {
  vi.useFakeTimers()
  const lifetime = { waitUntil: () => undefined }
  const env = {} as Env
  readResults.mockReturnValue(new Promise(() => undefined))
  refreshMaintenance(env, lifetime)
  refreshMaintenance(env, lifetime)
  expect(readResults).toHaveBeenCalledTimes(2)

  vi.advanceTimersByTime(3_000)
  readResults.mockResolvedValue([])
  refreshMaintenance(env, lifetime)
  await vi.waitFor(() => expect(maintenanceTiming(env)).toContain('none'))
  expect(readResults).toHaveBeenCalledTimes(5)

  vi.advanceTimersByTime(29_000)
  refreshMaintenance(env, lifetime)
  expect(readResults).toHaveBeenCalledTimes(5)
  vi.advanceTimersByTime(1_000)
  refreshMaintenance(env, lifetime)
  expect(readResults).toHaveBeenCalledTimes(7)
})
