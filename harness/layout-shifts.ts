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
        // A pseudo-element has no node, only its place.
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

/** Shifts so far as `0.14 flow: 0 0 10 × 20 → 0 5 10 × 20`: score, and rectangles of the moved elements. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
