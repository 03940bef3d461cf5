import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import { pageRoutes } from '../../src/worker/pages/page-routes.ts'
import {
  findings,
  findingsInBothSchemes,
  sidewaysScrolling,
  sidewaysWhenMagnified,
  sidewaysWithLargeText,
  smallTargets,
  structureProblems,
} from '../../harness/accessibility.ts'
import { startApp, type App } from '../../harness/app.ts'
import { desk, openBrowser, phone, type Browser } from '../../harness/browser.ts'
import { demonstrate } from '../../harness/demonstration-database.ts'
import { visit } from '../../harness/steps/account-steps.ts'
import {
  todaysQuestion,
  visitSignedIn,
  yesterdaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

let app: App
let browser: Browser
/** Parameters that a screen needs in its address. */
let queries: Record<string, string>

beforeAll(async () => {
  app = await startApp()
  await demonstrate(app.db, new Date())
  const [today, yesterday] = [await todaysQuestion(app), await yesterdaysQuestion(app)]
  queries = {
    '/theme_details': `?themeID=${yesterday.questionId}`,
    '/add_post': `?themeID=${today.questionId}`,
    '/app/testPage': '?value=1',
    '/reset_password': '?passCode=123456',
    '/delete_account_proceed': '?passCode=123456',
    '/email/confirm': `?token=${'a'.repeat(22)}`,
    '/unlock_code': `?token=${'a'.repeat(22)}`,
    '/reminder/end': `?token=${'a'.repeat(22)}`,
  }
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await app.stop()
})

async function openScreen(page: Page, path: string): Promise<string> {
  // The screen before may lead on to another one, which ends this navigation.
  await vi.waitFor(() => page.goto(path + (queries[path] ?? '')), { timeout: 60_000 })
  // A screen may lead on to another one meanwhile.
  await networkIsIdle(page)
  return new URL(page.url()).pathname
}

/**
 * Accessibility problems of a screen: on a phone in both schemes, magnified, with large text, by touch targets, and on
 * a desktop.
 */
async function accessibilityProblems(page: Page): Promise<string[]> {
  const found = [
    ...(await structureProblems(page)),
    ...(await smallTargets(page)),
    ...(await sidewaysWhenMagnified(page)),
    ...(await sidewaysWithLargeText(page)),
    ...(await findingsInBothSchemes(page)),
  ]
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  found.push(...(await sidewaysScrolling(page)), ...(await findings(page)))
  await page.setViewportSize(phone)
  return found
}

const paths = [...Object.keys(pageRoutes), '/no_such_page']
/** Screens that send a guest away. */
const signedInOnly =
  /^\/(?:account_settings|email|password|gender|year_of_birth|muted|reading|suggest|notices|privacy|reminder|profile|operator\/cases|delete_account.*)$/

describe.each(languages)(
  'axe, headings, landmarks, targets of 44 px, 400 % zoom and text at twice its size, in %s',
  (language) => {
    test('as a guest', async () => {
      const { page, close } = await visit(browser, app, language)
      await page.addInitScript(() => sessionStorage.setItem('EmailAddress', 'kenji@example.com'))
      for (const path of paths.filter((path) => !signedInOnly.test(path))) {
        await openScreen(page, path)
        expect.soft(await accessibilityProblems(page), path).toEqual([])
      }
      await close()
    })

    test('signed in', async () => {
      const { page, close } = await visitSignedIn(browser, app, language)
      const reached: string[] = []
      const differing = /^\/(?:theme_details|add_post)?$/
      for (const path of paths) {
        reached.push(await openScreen(page, path))
        // Other screens are those of a guest, but for the navigation.
        const isWhole = differing.test(path) || signedInOnly.test(path)
        const problems = isWhole ? accessibilityProblems : sidewaysWithLargeText
        expect.soft(await problems(page), path).toEqual([])
      }
      expect(reached).toEqual(expect.arrayContaining(['/profile', '/account_settings', '/gender']))
      await close()
    })
  },
)
