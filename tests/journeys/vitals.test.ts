import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('web-vitals')
    .replace(/[^/]*$/, 'web-vitals.iife.js'),
  'utf8',
)

const app = await ownApp({ vars: { VITALS_SAMPLING: '' } })
const test = journey(app)

/** Decides whether this visit is sampled. */
const chance = (page: Page, value: number) =>
  page.addInitScript((value) => (Math.random = () => value), value)

/** Captures the page's vitals, and measures the same page with the library. */
async function measured(page: Page): Promise<void> {
  await page.addInitScript(`${library}\nglobalThis.webVitals = webVitals`)
  await page.addInitScript(() => {
    const told: Record<string, number> = {}
    const { webVitals } = globalThis as unknown as {
      webVitals: Record<string, (take: (metric: { name: string; value: number }) => void) => void>
    }
    for (const on of ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB']) {
      webVitals[on]!(({ name, value }) => (told[name] = value))
    }
    navigator.sendBeacon = (_, body) => {
      void (body as Blob).text().then((text) => Object.assign(globalThis, { sent: text }))
      return true
    }
    Object.assign(globalThis, { told })
  })
}

test('the figures that a page reports are those of the library everybody uses', async ({
  visit,
}) => {
  const { page } = await visit({ language: 'en' })
  await measured(page)
  await chance(page, 0)
  await page.goto('/login')
  await networkIsIdle(page)
  /** Windows of shifts and input are measured by the page's clock. */
  const passed = async (ms: number) => {
    const end = await page.evaluate((wait) => performance.now() + wait, ms)
    await page.waitForFunction((time) => performance.now() > time, end)
  }
  // Shifts the content twice within a second, and once later.
  for (const isLater of [false, false, true]) {
    if (isLater) await passed(1_200)
    await page.evaluate(() => {
      document.body.insertBefore(document.createElement('hr'), document.body.firstChild)
    })
    await page.evaluate(() => (document.querySelector('hr')!.style.height = '120px'))
  }
  await page.evaluate(() =>
    document.querySelector('h1')!.addEventListener('pointerdown', () => {
      const end = performance.now() + 150
      while (performance.now() < end);
    }),
  )
  await passed(600)
  await page.locator('h1').click()
  // The library processes an interaction at idle time. The browser may report no second first input, so the wait is
  // bounded.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const whenIdle = () => requestIdleCallback(resolve, { timeout: 1_000 })
        new PerformanceObserver(() => requestIdleCallback(whenIdle, { timeout: 1_000 })).observe({
          type: 'first-input',
          buffered: true,
        })
        setTimeout(whenIdle, 2_000)
      }),
  )

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  // The library reports the last three at `visibilitychange`.
  const reported = await page.waitForFunction(() => {
    const { told, sent } = globalThis as unknown as { told: Record<string, number>; sent?: string }
    return sent !== undefined && Object.keys(told).length === 5 && { told, sent }
  })
  const { told, sent } = (await reported.jsonValue()) as Exclude<
    Awaited<ReturnType<typeof reported.jsonValue>>,
    false
  >
  const {
    page: name,
    language,
    metrics,
  } = JSON.parse(sent) as {
    page: string
    language: string
    metrics: { name: string; value: number }[]
  }
  expect([name, language]).toEqual(['/login', 'en'])
  const own = Object.fromEntries(metrics.map((metric) => [metric.name, metric.value]))
  expect(Object.keys(own).sort()).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB'])
  expect(own).toEqual(told)
  expect(own['CLS']).toBeGreaterThan(0)
  expect(own['INP']).toBeGreaterThanOrEqual(150)
})
