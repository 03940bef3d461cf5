import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { passcodePurpose } from '../../src/domain/passcode.ts'
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
import { fillDemonstration } from '../../harness/local/fill.ts'
import { bytesOf, recordTransfers } from '../../harness/home-sizes.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { pagePaths } from '../../harness/page-paths.ts'
import { createPerson, insertPasscode } from '../../harness/people.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
// Expected refusals: these pages need a code, token or role.
const test = journey(app, { allows: / 40[1346] / })
await fillDemonstration(app.db, new Date())
const screens = [
  ...(await pagePaths(app)),
  { name: '/no_such_page', path: '/no_such_page', isForPeople: false },
]

/** Transferred bytes of a page's scripts without React, with exceptions below. */
const TARGET = 12 * 1024
const above: Record<string, number> = {
  // Tested in `sizes.test.ts`.
  '/': Infinity,
  // The chat's island, with the composer only.
  '/add_post': 26_000,
  // For moderators: queue, case and decision in one page.
  '/operator/cases': 17_850,
  // For editors: calendar, pool, form, preview, suggestions and files in one page.
  '/operator/questions': 20_750,
  // For operators: two forms and a list.
  '/operator/announcements': 14_800,
  // Notices with appeals, replies and reasons: three forms.
  '/notices': 13_450,
  // Mutes, notices and consent of signed-in people. Language filter and translation load on demand.
  '/theme_details': 15_200,
  // The rule for addresses as Japanese keyboards type them.
  '/signup': 13_400,
  '/email': 13_450,
  '/request': 13_200,
  // The hour, the days, and two ways to be told.
  '/reminder': 12_750,
  // A form, and the list of own suggestions, which can be withdrawn.
  '/suggest': 13_550,
  '/delete_account/otp_email': 13_750,
  // Session, form and error logging.
  '/delete_account_proceed': 12_650,
  // Includes the journal (two weeks, a month and its days), read on every visit.
  '/profile': 16_550,
}
/** The chat's island for signed-in people: at most 90 KB including React's 58.5. */
const aboveForPeople: Record<string, number> = { '/add_post': 28_000, '/theme_details': 28_000 }
/** Pages that redirect signed-in people. */
const forGuests = new Set([
  '/login',
  '/signup',
  '/forgot_password',
  '/otp_email',
  '/forgot_password/otp_email',
  '/reset_password',
])
/** Pages whose content differs for guests. */
const differing = new Set(['/', '/theme_details', '/add_post'])

async function open(page: Page, path: string): Promise<number> {
  const taken = await recordTransfers(page)
  await page.goto(path)
  await networkIsIdle(page)
  const transfers = taken()
  const scripts = transfers.filter(
    ({ type, document, path }) =>
      type === 'Script' && document === transfers[0]?.document && !/\/react\./.test(path),
  )
  return bytesOf(scripts)
}

const scrollsSideways = async (page: Page) => [
  ...(await sidewaysWhenMagnified(page)),
  ...(await sidewaysWithLargeText(page)),
]
const problemsOnPhone = async (page: Page) => [
  ...(await structureProblems(page)),
  ...(await smallTargets(page)),
  ...(await scrollsSideways(page)),
  ...(await findingsInBothSchemes(page)),
]
async function problemsOnDesk(page: Page) {
  const found = [...(await sidewaysScrolling(page)), ...(await findings(page))]
  await page.setViewportSize(phone)
  return [...found, ...(await smallTargets(page)), ...(await scrollsSideways(page))]
}

test.for(screens)(
  '$name: axe, headings, landmarks, targets of 44 px, 400 % zoom, text at twice its size, weight',
  async ({ name, path, isForPeople }, { visit, signedIn }) => {
    const budget = above[name] ?? TARGET
    const visitors = [
      { language: 'ja', viewport: phone, problems: problemsOnPhone },
      { language: 'en', viewport: desk, problems: problemsOnDesk },
    ] as const
    for (const { language, viewport, problems } of isForPeople ? [] : visitors) {
      const { page, close } = await visit({ language, viewport })
      const person = await createPerson(app)
      await page.addInitScript((email) => (sessionStorage['EmailAddress'] = email), person.email)
      if (name === '/reset_password')
        await insertPasscode(app, person, passcodePurpose.passwordReset, '123456')
      expect.soft(await open(page, path), 'weight for a guest').toBeLessThanOrEqual(budget)
      expect.soft(new URL(page.url()).pathname).toBe(name)
      expect.soft(await problems(page), `for a guest in ${language}`).toEqual([])
      await close()
    }
    for (const { language, viewport, problems } of forGuests.has(name) ? [] : visitors) {
      const isWhole = isForPeople || differing.has(name)
      if (!isWhole && language === 'en') continue
      const { page, close } = await signedIn({ language, viewport })
      expect
        .soft(await open(page, path), 'weight for a person')
        .toBeLessThanOrEqual(aboveForPeople[name] ?? budget)
      expect.soft(new URL(page.url()).pathname).not.toBe('/login')
      const found = await (isWhole ? problems(page) : sidewaysWithLargeText(page))
      expect.soft(found, `for a person in ${language}`).toEqual([])
      await close()
    }
  },
)
