import type { BrowserContext, Page, Request } from 'playwright-core'

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

const unfinished = new WeakMap<BrowserContext, Set<Request>>()

/** Notes the requests of a context's pages that are under way, for `networkIsIdle`. */
export function noteRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  unfinished.set(context, requests)
  context.on('request', (request) => requests.add(request))
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Resolves once the page has requested nothing for half a second; names what is still under way where it never does. */
export async function networkIsIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch((error: Error) => {
    const addresses = [...(unfinished.get(page.context()) ?? [])].map((request) => request.url())
    throw new Error(`${error.message}\nstill under way: ${addresses.join(', ')}`, { cause: error })
  })
}
