import { expect, it, vi } from 'vitest'
import '../../harness/island.tsx'
import { isUpdateInfoDue, startPageScripts } from '../../src/browser/every-page/start.ts'
import { sendVitals } from '../../src/browser/vitals/send-vitals.ts'

vi.mock('../../src/browser/vitals/send-vitals.ts', () => ({ sendVitals: vi.fn() }))

it('the news come once to those who were here before, and again with an announcement', () => {
  expect(isUpdateInfoDue(undefined)).toBe(false)
  expect(isUpdateInfoDue(undefined)).toBe(false)
  localStorage.setItem('UpdateInfo', '2026-01-01')
  expect(isUpdateInfoDue(undefined)).toBe(true)
  expect(isUpdateInfoDue(undefined)).toBe(false)
  expect(isUpdateInfoDue('2099-01-01T00:00:00Z')).toBe(true)
  expect(isUpdateInfoDue('2099-01-01T00:00:00Z')).toBe(false)
})

const denied = {
  register: () => Promise.reject(new DOMException('denied', 'SecurityError')),
}

it('one visit in twenty measures, where the browser knows no service worker or forbids it too', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.stubGlobal('__BUILD_LABEL__', '')
  vi.stubGlobal('__SERVICE_WORKER__', true)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubEnv('DEV', false)
  const serverTiming = [{ name: 'maintenance', description: 'none' }]
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming } as never])
  for (const [chance, times, serviceWorker] of [
    [0.06, 0, undefined],
    [0.04, 1, denied],
  ] as const) {
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    startPageScripts()
    dispatchEvent(new Event('load'))
    await vi.dynamicImportSettled()
    expect(sendVitals).toHaveBeenCalledTimes(times)
  }
  vi.unstubAllEnvs()
})
