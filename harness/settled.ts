import type { Page } from 'playwright-core'

/** Longer than the 200 ms after which the page takes scrolling as idle. */
const IDLE_MS = 250

/** Resolves once nothing in the page has scrolled for longer than the page takes as idle. */
export function scrollingIsIdle(page: Page): Promise<void> {
  return page.evaluate(
    (idleMs) =>
      new Promise<void>((resolve) => {
        let idle = setTimeout(resolve, idleMs)
        const restart = () => {
          clearTimeout(idle)
          idle = setTimeout(resolve, idleMs)
        }
        document.addEventListener('scroll', restart, { capture: true, passive: true })
      }),
    IDLE_MS,
  )
}

/** Resolves once no animation or transition runs in the page. */
export function motionHasEnded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running')
    while (running().length > 0) {
      await Promise.allSettled(running().map(({ finished }) => finished))
    }
  })
}
