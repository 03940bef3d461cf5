import type { Page } from 'playwright-core'

export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        // A node inside a control has no name, only its place.
        const place = ({ x, y, width, height }: DOMRect) => `${x} ${y} ${width} × ${height}`
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.className || node?.nodeName}: ${place(previousRect)} → ${place(currentRect)}`,
        )
        shifts.push(`${entry.value.toPrecision(2)} ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Shifts so far as `0.1386 flow`: score and moved elements. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
