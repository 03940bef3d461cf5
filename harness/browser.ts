import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { findChromium } from './local/chromium.ts'
import { MAX_WAIT_MS } from './max-wait.ts'
import { noteRequests } from './wait-until-idle.ts'

export interface Visit {
  page: Page
  /** Console errors, uncaught exceptions and failed requests so far. */
  problems: string[]
  close(): Promise<void>
}

export interface Browser {
  /**
   * Opens a page with fresh storage: Japanese, 360 px, Tokyo, service worker blocked (`page.route` cannot see its
   * requests). Options override Playwright's context options.
   */
  visit(options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

export const phone = { width: 360, height: 740 }
export const desk = { width: 1280, height: 800 }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The headless shell crashes when asked; tests bring a stand-in.
  '--disable-blink-features=TranslationAPI',
  // With a debugger attached, the first `Error` in a large function parses it again: 8 ms for React, more on a slow phone.
  '--js-flags=--no-enable-lazy-source-positions',
]

/** A live socket during a restart of the worker; the page reconnects. */
const SERVER_GONE =
  /^WebSocket connection to .+ failed: (?:Connection closed before receiving a handshake response|.*net::ERR_CONNECTION_(?:REFUSED|RESET))/

/**
 * Starts Debian's Chromium headless.
 * @param keepsPages uses the full browser, with the back-forward cache that Playwright disables
 */
export async function openBrowser(keepsPages = false): Promise<Browser> {
  const executablePath = findChromium(keepsPages)
  if (!executablePath) throw new Error('No Chromium was found; npm test installs one.')
  const browser = await chromium.launch({
    executablePath,
    args: flags,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  })
  return {
    async visit(options = {}) {
      const context = await browser.newContext({
        locale: 'ja-JP',
        timezoneId: 'Asia/Tokyo',
        viewport: phone,
        serviceWorkers: 'block',
        ...options,
      })
      context.setDefaultTimeout(MAX_WAIT_MS)
      context.on('page', noteRequests)
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() !== 'error' || SERVER_GONE.test(message.text())) return
        problems.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => {
        // Chromium drops a late transition before the page could handle its promise.
        if (!String(error).endsWith('Page already revealed')) problems.push(String(error))
      })
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText
        if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} ${reason}`)
      })
      return { page, problems, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}
