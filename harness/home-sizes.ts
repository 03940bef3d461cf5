import type { Page } from 'playwright-core'
import type { Browser } from './browser.ts'

export interface Transfer {
  path: string
  type: string
  /** The loading document; it changes when a script redirects. */
  document: string
  bytes: number
  headers: number
}

const sumOf = (part: 'bytes' | 'headers') => (transfers: Transfer[], type?: string) =>
  transfers.reduce((sum, one) => (!type || one.type === type ? sum + one[part] : sum), 0)
export const bytesOf = sumOf('bytes')
export const headersOf = sumOf('headers')

/**
 * Records a page's transfers from now on, without browser cache hits.
 * @returns takes the transfers since the last call
 */
export async function recordTransfers(page: Page): Promise<() => Transfer[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const started = new Map<string, Omit<Transfer, 'bytes'>>()
  let transfers: Transfer[] = []
  const cached = new Set<string>()
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, loaderId, response, type }) => {
    const { pathname: path, protocol } = new URL(response.url)
    // A `data:` image is no transfer.
    if (protocol === 'data:' || response.fromDiskCache || cached.has(requestId)) return
    const headers = response.encodedDataLength
    started.set(requestId, { path, type, document: loaderId, headers })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = started.get(requestId)
    if (!request) return
    transfers.push({ ...request, bytes: encodedDataLength - request.headers })
  })
  return () => {
    const taken = transfers
    transfers = []
    return taken
  }
}

/** Addresses of the requests that held a page's first paint. */
export const blockingRequests = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(
        (entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
      )
      .map(({ name }) => name),
  )

/** Transfers of a reader, and of the scripts that a guest's first touch of the composer loads. */
export async function homeSizes(browser: Browser, origin: string) {
  const { page, close } = await browser.visit({ baseURL: origin })
  // Headless Chromium has its mouse in the corner, where it would hover over the page.
  await page.addInitScript(() => {
    const still = new AbortController()
    addEventListener('pointerover', (event) => event.stopImmediatePropagation(), still)
    Object.assign(globalThis, { still })
  })
  const taken = await recordTransfers(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const reader = taken()
  await page.evaluate(() => (globalThis as unknown as { still: AbortController }).still.abort())
  const inlineScripts = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src], [type$="json"], [type="speculationrules"])')]
      .map((script) => script.textContent?.length ?? 0)
      .reduce((sum, length) => sum + length, 0),
  )
  await page.getByRole('textbox').fill('a')
  await page.locator('.composer [type=submit]').click()
  await page.getByRole('dialog').waitFor()
  await page.waitForLoadState('networkidle')
  const writer = taken().filter(({ type }) => type === 'Script')
  await close()
  return { reader, writer, inlineScripts }
}
