import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../harness/local/chromium.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { fillComments, todaysQuestion } from '../../harness/steps/reading-steps.ts'

let app: App
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser([], { keepsPages: findChromium(true) !== undefined })
  app = await startApp({ demonstration: true })
  await fillComments(app, (await todaysQuestion(app)).questionId, 5)
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

// Debian's headless shell has no back-forward cache; a run of the pipeline needs the whole browser.
it.skipIf(!findChromium(true) && !process.env['CI'])(
  'comes back and forward from the browser’s memory',
  async () => {
    const { page, close } = await browser.visit({ baseURL: app.origin })
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['restored'] = String(persisted)
      })
    })
    const restored = (path: string) =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
              notRestoredReasons?: { reasons?: { reason: string }[] } | null
            })[]
            return {
              path: location.pathname,
              restored: document.documentElement.dataset['restored'],
              reasons: entry?.notRestoredReasons ?? null,
            }
          }),
        )
        .toEqual({ path, restored: 'true', reasons: null })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Object.assign(globalThis, { wasHere: true }))
    await page.goto('/recent_theme')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => history.back())
    await restored('/')
    expect(await page.evaluate(() => 'wasHere' in globalThis)).toBe(true)
    await page.evaluate(() => history.forward())
    await restored('/recent_theme')
    await close()
  },
)
