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
  WHOLE,
} from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import {
  blockingRequests,
  bytesOf,
  recordTransfers,
  type Transfer,
} from '../../harness/home-sizes.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { pagePaths } from '../../harness/page-paths.ts'
import { createPerson, insertPasscode } from '../../harness/people.ts'
import { visit } from '../../harness/steps/account-steps.ts'
import { visitSignedIn } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ demonstration: true })
const screens = [
  ...(await pagePaths(app)),
  { name: '/no_such_page', path: '/no_such_page', isForPeople: false },
]

/** Transferred bytes of a page's scripts without React, with exceptions below. */
const TARGET = 12 * 1024
const above: Record<string, number> = {
  // Tested in `sizes.test.ts`.
  '/': Infinity,
  // The chat's island, with the composer only; posts folded for who is asked “And you?”.
  '/add_post': 27_150,
  // For moderators: queue, case and decision in one page, and a letter that comes before its case.
  '/operator/cases': 20_380,
  // For editors: the calendar; its panels and the other views load on demand.
  '/operator/questions': 18_520,
  '/operator/people': 13_550,
  // For operators: two forms and a list.
  '/operator/announcements': 16_480,
  // Notices with appeals, replies and reasons: three forms, which are kept.
  '/notices': 14_130,
  // Mutes, notices and consent of signed-in people. Language filter and translation load on demand.
  '/theme_details': 15_200,
  // The library of passkeys: suggestions in the address field; the list and the dialog.
  '/login': 16_550,
  '/passkeys': 16_700,
  // The rule for addresses as Japanese keyboards type them.
  '/signup': 13_520,
  '/email': 13_600,
  // A list, and the way to the log-in and back.
  '/muted': 12_330,
  '/request': 13_760,
  // The hour, the days, and two ways to be told.
  '/reminder': 12_890,
  // A form, and the list of own suggestions, which can be withdrawn.
  '/suggest': 14_600,
  '/delete_account/otp_email': 13_680,
  // Includes the journal (two weeks, a month and its days, what a search marks), read on every visit.
  '/profile': 17_690,
}
/** The chat's island for signed-in people: at most 90 KB including React's 58.5. */
const aboveForPeople: Record<string, number> = { '/add_post': 27_760, '/theme_details': 27_760 }
/** Pages that redirect signed-in people. */
const forGuests = new Set(
  '/login /signup /forgot_password /otp_email /forgot_password/otp_email /reset_password'.split(
    ' ',
  ),
)
/** Pages whose content differs for guests. */
const differing = new Set(['/', '/theme_details', '/add_post'])

const scriptBytes = (transfers: Transfer[]) =>
  bytesOf(
    transfers.filter(
      ({ type, document, path }) =>
        type === 'Script' && document === transfers[0]?.document && !/\/react\./.test(path),
    ),
  )

const scrollsSideways = async (page: Page) => [
  ...(await sidewaysWhenMagnified(page)),
  ...(await sidewaysWithLargeText(page)),
]
const problemsOnPhone = async (page: Page) => [
  ...(await structureProblems(page)),
  ...(await smallTargets(page)),
  ...(await scrollsSideways(page)),
  ...(await findingsInBothSchemes(page, WHOLE)),
]
async function problemsOnDesk(page: Page) {
  const found = [...(await sidewaysScrolling(page)), ...(await findings(page, WHOLE))]
  await page.setViewportSize(phone)
  return [...found, ...(await smallTargets(page)), ...(await scrollsSideways(page))]
}

const readers = [
  { language: 'ja', viewport: phone, problemsOn: problemsOnPhone },
  { language: 'en', viewport: desk, problemsOn: problemsOnDesk },
] as const

/** A guest and a person in each language. Each opens one page after the other, which takes half as long as new tabs. */
const test = journey(app).extend('visitors', { scope: 'file' }, async ({ browser }, hooks) => {
  const visitors = readers.flatMap((reader) => [
    { ...reader, isGuest: true },
    { ...reader, isGuest: false },
  ])
  const opened = await Promise.all(
    visitors.map(async (visitor) => {
      const { problems, page, close, person } = visitor.isGuest
        ? { ...(await visit(browser, app, visitor.language)), person: await createPerson(app) }
        : await visitSignedIn(browser, app, visitor.language)
      if (visitor.isGuest)
        await page.addInitScript((email) => (sessionStorage['EmailAddress'] = email), person.email)
      return { ...visitor, problems, page, close, person, taken: await recordTransfers(page) }
    }),
  )
  hooks.onCleanup(() => Promise.all(opened.map(({ close }) => close())).then(() => {}))
  return opened
})

test.for(screens)(
  '$name: axe, headings, landmarks, targets of 44 px, 400 % zoom, text at twice its size, weight',
  async ({ name, path, isForPeople }, { visitors }) => {
    const isWhole = isForPeople || differing.has(name)
    const coming = visitors.filter(({ isGuest, language }) =>
      isGuest ? !isForPeople : !forGuests.has(name) && (isWhole || language === 'ja'),
    )
    const visits = coming.map(
      async ({ isGuest, language, viewport, problemsOn, page, person, problems, taken }) => {
        const who = `${isGuest ? 'a guest' : 'a person'} in ${language}`
        if (name === '/reset_password')
          await insertPasscode(app, person, passcodePurpose.passwordReset, '123456')
        // Otherwise it leaves for home within seconds.
        if (name === '/offline') await page.route('/', (route) => route.abort('aborted'))
        await page.setViewportSize(viewport)
        taken()
        await page.goto(path)
        await networkIsIdle(page)
        const target = above[name] ?? TARGET
        expect
          .soft(scriptBytes(taken()), `weight for ${who}`)
          .toBeLessThanOrEqual(isGuest ? target : (aboveForPeople[name] ?? target))
        expect.soft(await blockingRequests(page), `first paint for ${who}`).toEqual([])
        const { pathname } = new URL(page.url())
        if (isGuest) expect.soft(pathname, who).toBe(name)
        else expect.soft(pathname, who).not.toBe('/login')
        const found = isGuest || isWhole ? problemsOn(page) : sidewaysWithLargeText(page)
        expect.soft(await found, who).toEqual([])
        // Expected refusals: these pages need a code, token or role.
        const unexpected = problems.splice(0).filter((problem) => !/ 40[1346] /.test(problem))
        expect.soft(unexpected, who).toEqual([])
      },
    )
    await Promise.all(visits)
  },
)
