import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { MAX_WAIT_MS } from './max-wait.ts'

/** The page treats 200 ms without scrolling as idle. */
const IDLE_MS = 250

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
        // A scroll event may come late, with the next frame.
        requestAnimationFrame(restart)
      }),
    IDLE_MS,
  )
}

/** Resolves once no time-based animation or transition runs. */
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

/** Idle threshold, milliseconds without a request. */
const NETWORK_IDLE_MS = 500

interface Network {
  /** Requests in flight of the current document. */
  requests: Set<Request>
  /** Time of the last change, by `performance.now()`. */
  changedAt: number
}
const networks = new WeakMap<Page, Network>()

/** Records requests for `networkIsIdle`. Call before the first navigation. */
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
    // Requests of the previous document never report their end.
    for (const request of network.requests)
      if (!request.isNavigationRequest()) change(request, 'delete')
  })
}

/**
 * Resolves after load and half a second without requests. Playwright's `networkidle` may never come when the browser
 * keeps pages in the back-forward cache.
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
