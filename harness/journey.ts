import type { BrowserContextOptions } from 'playwright-core'
import { test as base } from 'vitest'
import { withTimeout } from '../src/domain/with-timeout.ts'
import type { Language } from '../src/domain/language.ts'
import type { App } from './app.ts'
import { findChromium } from './local/chromium.ts'
import { openBrowser, type Browser, type Visit } from './browser.ts'
import { requestsUnderWay } from './wait-until-idle.ts'
import type { PersonOptions, TestPerson } from './people.ts'
import { visit as visitIn } from './steps/account-steps.ts'
import { visitSignedIn } from './steps/reading-steps.ts'

interface VisitOptions extends BrowserContextOptions {
  language?: Language
  /** Problems that the test provokes; any other fails it. */
  allows?: RegExp
}

export type VisitAs = (options?: VisitOptions) => Promise<Visit>
export type SignIn = (
  options?: VisitOptions & { person?: PersonOptions },
) => Promise<Visit & { person: TestPerson }>

/** Problems of pages that are open while the worker restarts. */
export const RESTART = /net::ERR_(?:CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/

interface JourneyOptions {
  allows?: RegExp | RegExp[]
  keepsPages?: boolean
}

const browsers = new Map<boolean, Promise<Browser>>()

function sharedBrowser(keepsPages: boolean): Promise<Browser> {
  const running = browsers.get(keepsPages)
  if (running) return running
  const started = openBrowser(keepsPages)
  browsers.set(keepsPages, started)
  return started
}

/** Prints what a failed test's page showed and waited for. */
async function report({ page, problems }: Visit): Promise<void> {
  const shown = page.evaluate(
    () =>
      [
        location.href,
        document.documentElement.outerHTML.slice(0, 400),
        document.body.innerText,
      ] as const,
  )
  const state = await withTimeout(shown).catch(String)
  console.log('page of a failed test:', state, { problems, requests: requestsUnderWay(page) })
}

/**
 * `test` with the fixtures `browser` (shared), `visit` (fresh storage) and `signedIn` (new person).
 * Closes pages after the test, and fails it when one logged a problem.
 */
export const journey = (app: App, { allows, keepsPages = false }: JourneyOptions = {}) =>
  base
    .extend('browser', { scope: 'worker' }, ({}, { onCleanup }) => {
      const browser = sharedBrowser(keepsPages && findChromium(true) !== undefined)
      onCleanup(async () => (await browser).close())
      return browser
    })
    .extend('opened', async ({ task }, { onCleanup }) => {
      const opened: (Visit & { allowed: RegExp[] })[] = []
      onCleanup(async () => {
        if (task.result?.state === 'fail') await Promise.all(opened.map(report))
        await Promise.all(opened.map(({ close }) => close()))
        const found = opened.flatMap(({ problems, allowed }) =>
          problems.filter((problem) => !allowed.some((one) => one.test(problem))),
        )
        if (found.length > 0) throw new Error(['problems of a page:', ...found].join('\n'))
      })
      return <V extends Visit>(visit: V, own?: RegExp): V => {
        opened.push({ ...visit, allowed: [allows, own].flat().filter((one) => one !== undefined) })
        return visit
      }
    })
    .extend('visit', ({ browser, opened }): VisitAs => {
      return async ({ language = 'ja', allows: own, ...options } = {}) =>
        opened(await visitIn(browser, app, language, options), own)
    })
    .extend('signedIn', ({ browser, opened }): SignIn => {
      return async ({ language = 'ja', allows: own, ...options } = {}) =>
        opened(await visitSignedIn(browser, app, language, options), own)
    })
