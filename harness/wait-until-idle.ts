import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { MAX_WAIT_MS } from './max-wait.ts'

/** Longer than the 200 ms after which the page takes scrolling as idle. */
const IDLE_MS = 250

/** Resolves once nothing in the page has scrolled for longer than the page takes as idle. */
export function scrollingIsIdle(page: Page): Promise<void> {
  return page.evaluate(
    (idleMs) =>
      new Promise<void>((resolve) => {
        let idle: ReturnType<typeof setTimeout> | undefined
        const restart = () => {
          clearTimeout(idle)
          idle = setTimeout(resolve, idleMs)
        }
        document.addEventListener('scroll', restart, { capture: true, passive: true })
        // The browser tells of a scroll with the next frame, which may be late.
        requestAnimationFrame(restart)
      }),
    IDLE_MS,
  )
}

/** Resolves once no animation or transition runs in the page, other than one that follows a scroll position. */
export function motionHasEnded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.timeline === document.timeline)
    while (running().length > 0) {
      await Promise.allSettled(running().map(({ finished }) => finished))
    }
  })
}

/** Milliseconds without a request after which a page counts as idle. */
const NETWORK_IDLE_MS = 500

interface Network {
  /** Requests of the present document that are under way. */
  requests: Set<Request>
  /** When the last one began or ended, by `performance.now()`. */
  changedAt: number
}
const networks = new WeakMap<Page, Network>()

/** Notes the requests of a page, for `networkIsIdle`. Call before the page opens anything. */
export function noteRequests(page: Page): void {
  const network: Network = { requests: new Set(), changedAt: performance.now() }
  const change = (request: Request, change: 'add' | 'delete') => {
    network.requests[change](request)
    network.changedAt = performance.now()
  }
  networks.set(page, network)
  page.on('request', (request) => change(request, 'add'))
  page.on('requestfinished', (request) => change(request, 'delete'))
  page.on('requestfailed', (request) => change(request, 'delete'))
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    // Nothing more is heard of what the document before had sent.
    for (const request of network.requests)
      if (!request.isNavigationRequest()) change(request, 'delete')
  })
}

/**
 * Resolves once the page has loaded and requested nothing for half a second. Playwright's own `networkidle` never comes
 * on a busy machine where the browser keeps pages for its back button.
 */
export async function networkIsIdle(page: Page): Promise<void> {
  const network = networks.get(page)
  if (!network) throw new Error('noteRequests was not called for this page')
  await page.waitForLoadState()
  const startedAt = performance.now()
  while (network.requests.size > 0 || performance.now() - network.changedAt < NETWORK_IDLE_MS) {
    if (performance.now() - startedAt > MAX_WAIT_MS) {
      const addresses = [...network.requests].map((request) => request.url())
      throw new Error(`still under way: ${addresses.join(', ')}`)
    }
    await pause(50)
  }
}
