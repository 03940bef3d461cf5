import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, vi } from 'vitest'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { languages } from '../../src/domain/language.ts'
import { MAX_WAIT_MS } from '../../harness/max-wait.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import {
  findings,
  findingsInBothSchemes,
  sidewaysScrolling,
  sidewaysWhenMagnified,
  sidewaysWithLargeText,
  smallTargets,
  structureProblems,
} from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import { demonstrate } from '../../harness/demonstration-database.ts'
import { createPerson, insertPasscode } from '../../harness/people.ts'
import { pagePaths, type PagePath } from '../../harness/page-paths.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: /^Failed to load resource|ERR_FAILED/ })

let screens: PagePath[]

beforeAll(async () => {
  await demonstrate(app.db, new Date())
  screens = [
    ...(await pagePaths(app)),
    { name: '/no_such_page', path: '/no_such_page', isForPeople: false },
  ]
})

async function openScreen(page: Page, { path }: PagePath): Promise<string> {
  // The screen before may lead on to another one, which ends this navigation.
  await vi.waitFor(() => page.goto(path), { timeout: MAX_WAIT_MS })
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

describe.each(languages)(
  'axe, headings, landmarks, targets of 44 px, 400 % zoom and text at twice its size, in %s',
  (language) => {
    test('as a guest', async ({ visit }) => {
      const { page } = await visit({ language })
      const person = await createPerson(app)
      await page.addInitScript(
        (email) => sessionStorage.setItem('EmailAddress', email),
        person.email,
      )
      for (const screen of screens.filter(({ isForPeople }) => !isForPeople)) {
        if (screen.name === '/reset_password')
          await insertPasscode(app, person, passcodePurpose.passwordReset, '123456')
        expect.soft(await openScreen(page, screen)).toBe(screen.name)
        expect.soft(await accessibilityProblems(page), screen.name).toEqual([])
      }
    })

    test('signed in', async ({ signedIn }) => {
      const { page } = await signedIn({ language })
      const reached: string[] = []
      const differing = /^\/(?:theme_details|add_post)?$/
      for (const screen of screens) {
        reached.push(await openScreen(page, screen))
        // Other screens are those of a guest, but for the navigation.
        const isWhole = differing.test(screen.name) || screen.isForPeople
        const problems = isWhole ? accessibilityProblems : sidewaysWithLargeText
        expect.soft(await problems(page), screen.name).toEqual([])
      }
      expect(reached).toEqual(expect.arrayContaining(['/profile', '/account_settings', '/gender']))
    })
  },
)
