import type { Page, Request } from 'playwright-core'
import { until } from './until.ts'

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

/** Resolves two frames later, once no time-based animation or transition runs; scroll-driven ones never finish. */
export function motionHasEnded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const running = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.timeline === document.timeline)
    while (running().length > 0) {
      await Promise.allSettled(running().map(({ finished }) => finished))
    }
  })
}

/** Resolves after the page had nothing else to do in several turns, which `page.clock` does not stop. */
export const pageIsIdle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 4; turn++)
      await scheduler.postTask(() => {}, { priority: 'background', delay: 30 })
  })

/** Requests in flight of the current document, and how many have begun so far. */
interface Network {
  requests: Set<Request>
  begun: number
}
const networks = new WeakMap<Page, Network>()

export const requestsUnderWay = (page: Page): string[] =>
  [...(networks.get(page)?.requests ?? [])].map((request) => request.url())

/** Records requests for `networkIsIdle`. Call before the first navigation. */
export function noteRequests(page: Page): void {
  const network: Network = { requests: new Set(), begun: 0 }
  networks.set(page, network)
  page.on('request', (request) => {
    network.requests.add(request)
    network.begun += 1
  })
  page.on('requestfinished', (request) => network.requests.delete(request))
  page.on('requestfailed', (request) => network.requests.delete(request))
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    // Requests of the previous document never report their end.
    for (const request of network.requests)
      if (!request.isNavigationRequest()) network.requests.delete(request)
  })
}

/**
 * Resolves after load, once the page has nothing to do and no request is under way. Playwright's `networkidle` takes
 * half a second, and may never come when the browser keeps pages in the back-forward cache.
 */
export async function networkIsIdle(page: Page): Promise<void> {
  const network = networks.get(page)
  if (!network) throw new Error('noteRequests was not called for this page')
  await page.waitForLoadState()
  const underWay = async () => {
    const { begun } = network
    const left = await pageIsIdle(page).then(
      (): string[] => [],
      () => ['a navigation'],
    )
    if (network.begun !== begun) left.push('new requests')
    return [...left, ...requestsUnderWay(page)]
  }
  await until(underWay, (requests) => requests.length === 0)
}
