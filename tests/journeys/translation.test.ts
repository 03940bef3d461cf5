import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { questionPath } from '../../src/domain/question.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, sidewaysScrolling } from '../../harness/accessibility.ts'
import { desk } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { insertMixedPosts } from '../../harness/posts.ts'
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import { t } from '../../harness/steps/account-steps.ts'
import {
  hold,
  pageContains,
  postAs,
  todaysQuestion,
  touchChat,
} from '../../harness/steps/reading-steps.ts'
import { scrollingIsIdle } from '../../harness/wait-until-idle.ts'
import { startTranslationServer } from '../../harness/translation-server.ts'

const app = await ownApp()
const test = journey(app, { allows: / 40[34] | 503 / })

const server = await startTranslationServer()
const today = await todaysQuestion(app)
const posts = await insertMixedPosts(app, 12)
const newest = posts.at(-1)!
afterAll(() => server.stop())

const post = (page: Page, text: string) =>
  page.locator('.comments > li').filter({ has: page.locator('.text', { hasText: text }) })
const button = (page: Page, text: string) => post(page, text).locator('.read')
const translation = (page: Page, text: string) => post(page, text).locator('.translation')
const topOf = async (page: Page, text: string) => (await button(page, text).boundingBox())!.y

const isRead = (page: Page, text: string) =>
  expect.poll(() => translation(page, text).textContent()).toBe(`[ja] ${text}`)

/** By the switch, which translates what is in sight: translations above may have moved it out. */
async function isReadInSight(page: Page, text: string) {
  await post(page, text).scrollIntoViewIfNeeded()
  await isRead(page, text)
}

const toggleTranslation = (page: Page) =>
  page.getByRole('switch', { name: t('listLanguage.readAll') }).click()

test('the marks come where the browser translates: with a turn of the wheel, and at once at the next visit', async ({
  visit,
}) => {
  const { page } = await visit({ allows: /ERR_FAILED/ })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/question/translation')) asked.push(request.url())
  })
  await page.goto('/')
  await touchChat(page)
  expect(await page.locator('.read:visible').count()).toBe(0)
  await page.addInitScript(standInTranslator, { state: 'available' })
  await page.reload()
  await page.locator('.comments').hover()
  await page.mouse.wheel(0, -100)
  await button(page, newest).click()
  await isRead(page, newest)
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.reload()
  expect(await page.locator('.read:visible').count()).toBe(posts.length / 2)
  expect(asked).toEqual([])
})

test('the operator’s translator reads a post, the button staying under the finger, and by the switch all in sight', async ({
  signedIn,
}) => {
  // Cached pages were rendered without a translator.
  await app.setVars({
    TRANSLATOR: 'libretranslate',
    TRANSLATOR_URL: server.origin,
    TRANSLATOR_KEY: server.key,
  })
  const { page, person } = await signedIn()
  await postAs(app, person, today.questionId, 'An answer of my own.')
  await pageContains(app, 'An answer of my own.')
  await page.addInitScript(() => localStorage.setItem('Reported', 'mixed-1'))
  const load = await hold(page, '**/_astro/Reading*.js')
  // A press before the page's script is there is not lost.
  await page.goto('/', { waitUntil: 'commit' })
  await button(page, newest).click()
  load()
  await isRead(page, newest)
  // None below one's own post, nor a folded one.
  expect(await page.locator('.read:visible').count()).toBe(posts.length / 2 - 1)

  const text = posts.at(-3)!
  await button(page, text).scrollIntoViewIfNeeded()
  await scrollingIsIdle(page)
  const top = await topOf(page, text)
  await button(page, text).click()
  await isRead(page, text)
  expect(await post(page, text).locator('.text').isVisible()).toBe(false)
  expect(await topOf(page, text)).toBeCloseTo(top, 0)
  expect(await page.locator('.announcer').textContent()).toBe(`[ja] ${text}`)
  expect(await translation(page, text).getAttribute('lang')).toBe('ja')
  await post(page, text)
    .getByText(t('post.by', { name: 'LibreTranslate' }))
    .waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
  // axe may have scrolled.
  await button(page, text).scrollIntoViewIfNeeded()
  await scrollingIsIdle(page)
  const shown = await topOf(page, text)
  await button(page, text).click()
  await post(page, text).locator('.text').waitFor()
  expect(await topOf(page, text)).toBeCloseTo(shown, 0)

  server.behave('broken')
  const failing = posts.at(-5)!
  await button(page, failing).click()
  await post(page, failing).getByText(t('post.notTranslated')).waitFor()
  expect(await post(page, failing).locator('.text').isVisible()).toBe(true)
  expect(await sidewaysScrolling(page)).toEqual([])
  server.behave('translate')
  await button(page, failing).click()
  await isRead(page, failing)
  server.requests.length = 0

  await page.setViewportSize(desk)
  await toggleTranslation(page)
  await isReadInSight(page, failing)
  await page.locator('.scroller').evaluate((box) => (box.scrollTop = 0))
  await scrollingIsIdle(page)
  const live = 'A quiet evening, with rain on the roof.'
  await postAs(app, await createPerson(app), today.questionId, live)
  await isRead(page, live)
  await page.reload()
  await isReadInSight(page, live)
  await isReadInSight(page, newest)
  const asked = server.requests.map(({ text }) => text)
  expect(new Set(asked).size).toBe(asked.length)
  await page.goto(questionPath(today.questionId))
  await page.locator('.translation').first().waitFor()
  await toggleTranslation(page)
  await expect.poll(() => page.locator('.translation').count()).toBe(0)
})
