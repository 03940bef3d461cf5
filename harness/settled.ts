import type { Page, Request } from 'playwright-core'

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

/**
 * Follows the requests of a page from now on.
 * @returns resolves once the page has loaded, its islands are hydrated, and two frames have passed without a request under
 * way; unlike Playwright's `networkidle` it waits no further half second
 */
export function followRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  const end = (request: Request) => void pending.delete(request)
  page.on('request', (request) => {
    if (request.resourceType() !== 'ping') pending.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const twoFrames = async () => {
    await document.fonts.ready
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    return document.readyState === 'complete' && !document.querySelector('astro-island[ssr]')
  }
  return async () => {
    for (;;) {
      // A screen may lead on to another one meanwhile.
      const isReady = await page.evaluate(twoFrames).catch((error: Error) => {
        if (!error.message.includes('context was destroyed')) throw error
        return false
      })
      if (isReady && pending.size === 0) return
    }
  }
}
