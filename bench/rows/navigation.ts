import type { Page } from 'playwright-core'
import { openBrowser, desk } from '../../harness/browser.ts'
import { onAllCores } from '../processes.ts'
import { median } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { short, type Row } from '../table.ts'

/** 150 ms there and back, 1.6 Mbit/s down, as for the slow phone. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
/** Longer than the browser waits until it fetches the page under a resting pointer, and than that takes. */
const RESTING_MS = 1_500

/** The largest contentful paint of the page as it is now, milliseconds since its navigation began. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

/** The first page of a visit, with nothing cached, compared with the second, whose link the pointer has rested on. */
export const navigationRows = (bench: StackBench): Promise<Row[]> =>
  onAllCores(() => measured(bench))

async function measured({ stack, isQuick }: StackBench): Promise<Row[]> {
  const browser = await openBrowser()
  const firsts: number[] = []
  const seconds: number[] = []
  try {
    for (let visit = 0; visit <= (isQuick ? 1 : 7); visit++) {
      const { page, close } = await browser.visit({ baseURL: stack.app.origin, viewport: desk })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', NETWORK)
      await page.goto('/', { waitUntil: 'networkidle' })
      const first = await largestPaint(page)
      const link = page.locator('a[href="/recent_theme"]:visible').first()
      await link.hover()
      await page.waitForTimeout(RESTING_MS)
      await link.click()
      await page.waitForURL('**/recent_theme')
      await page.waitForLoadState('networkidle')
      const second = await largestPaint(page)
      // The first visit warms the server up.
      if (visit > 0) {
        firsts.push(first)
        seconds.push(second)
      }
      await close()
    }
  } finally {
    await browser.close()
  }
  const ratio = median(seconds.map((second, visit) => second / firsts[visit]!))
  return [
    {
      what: 'second page of a visit: largest contentful paint',
      figure: `${short(median(seconds))} ms`,
      floor: `first page ${short(median(firsts))} ms`,
      ratio,
      target: '≤ 0.25',
      isMet: ratio <= 0.25,
    },
  ]
}
