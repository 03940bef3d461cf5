import { expect, it, vi } from 'vitest'
import '../../harness/island.tsx'
import { showNews, startPageScripts } from '../../src/browser/every-page/start.ts'
import { $dialog } from '../../src/stores/dialog.ts'
import { sendVitals } from '../../src/browser/vitals/send-vitals.ts'

vi.mock('../../src/browser/vitals/send-vitals.ts', () => ({ sendVitals: vi.fn() }))

it('the news come once to those who were here before, and again with an announcement', () => {
  /** Opens home. @returns the news that it shows */
  const due = (announced?: string) => {
    $dialog.set(undefined)
    showNews(announced)
    const request = $dialog.get()
    return request?.name === 'updateInfo' ? request.newest : undefined
  }
  expect([due(), due()]).toEqual([undefined, undefined])
  localStorage.setItem('UpdateInfo', '2026-01-01')
  const note = due()!
  // Only the dialog marks it: it may have failed to load.
  expect(due()).toBe(note)
  localStorage.setItem('UpdateInfo', note)
  expect(due()).toBeUndefined()
  const start = '2099-01-01T00:00:00Z'
  expect(due(start)).toBe(start)
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
