import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { questionPath } from '../../src/domain/question.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import {
  findingsInBothSchemes,
  sidewaysScrolling,
  smallTargets,
} from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import { createPeople, createPerson, insertComments } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import {
  chooseList,
  lookAgain,
  postAs,
  todaysQuestion,
  touchChat,
  yesterdaysQuestion,
} from '../../harness/steps/reading-steps.ts'

/** More than three pages of Japanese posts after the few English ones. */
const LATER_JAPANESE = 170
const EARLY_ENGLISH = 3

const app = await ownApp({ demonstration: true })
const test = journey(app, { allows: /ERR_FAILED/ })

await app.sql`DELETE FROM comment
  WHERE question_id = ${(await todaysQuestion(app)).questionId}`.run()
const today = await todaysQuestion(app)
const yesterday = await yesterdaysQuestion(app)
const people = await createPeople(app, EARLY_ENGLISH + LATER_JAPANESE)
await insertComments(
  app,
  people.map(({ userId }, index) => ({
    questionId: today.questionId,
    userId,
    text: index < EARLY_ENGLISH ? `This is answer ${index + 1}` : `${index + 1}番目の答えです`,
    createdAt: Date.now() - MINUTE_MS * (people.length - index),
  })),
)
// Enough for the filter.
await insertComments(
  app,
  people
    .slice(0, 30)
    .map(({ userId }) => ({ questionId: yesterday.questionId, userId, text: '昨日の答え' })),
)

const details = (question: Question) => questionPath(question.questionId)

const seen = (page: Page) =>
  page
    .locator('.comments .text')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent))

test('the list shows the posts of one language, everywhere and after a reload, or says that there are none; one’s own stay', async ({
  signedIn,
}) => {
  const { page, person: own } = await signedIn()
  await page.goto('/')
  await touchChat(page)
  for (const viewport of [{ ...phone, width: 320 }, phone, desk]) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: t('listLanguage.label') }).click()
    expect(await findingsInBothSchemes(page)).toEqual([])
    expect(await sidewaysScrolling(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    const panel = (await page.locator('.language-panel').boundingBox())!
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(viewport.width)
    await page.keyboard.press('Escape')
  }
  await page.locator('.comments').hover()
  await chooseList(page, 'en')
  const english = ['This is answer 1', 'This is answer 2', 'This is answer 3']
  await expect.poll(() => seen(page)).toEqual(english)
  await page.getByText(t('commentList.posts', { count: EARLY_ENGLISH })).waitFor()
  expect(await page.locator('.earlier').isVisible()).toBe(false)

  // Live events, counts, the pill and deletions apply the choice too.
  const person = await createPerson(app)
  await postAs(app, person, today.questionId, 'これは日本語です')
  await postAs(app, person, today.questionId, 'And this is English')
  await lookAgain(page)
  await expect.poll(() => seen(page)).toEqual([...english, 'And this is English'])
  await page.getByText(t('commentList.posts', { count: EARLY_ENGLISH + 1 })).waitFor()
  const figure = page.locator('.language-panel [data-count="ja"]')
  const japanese = LATER_JAPANESE + 1
  await expect.poll(() => figure.textContent()).toBe(String(japanese))
  await app.sql`DELETE FROM user WHERE id = ${person.userId}`.run()
  const asker = await createPerson(app)
  await postAs(app, asker, today.questionId, 'A post that tells about the deletion')
  await expect.poll(() => figure.textContent()).toBe(String(japanese - 1))
  await app.sql`DELETE FROM user WHERE id = ${asker.userId}`.run()

  // Applied before the first paint, without the page's scripts.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.reload()
  expect((await seen(page)).filter((text) => text?.includes('番目'))).toEqual([])
  await page.unroute('**/_astro/*.js')
  await page.goto(details(yesterday))
  const past = await page
    .locator('.comments .text')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => (one as HTMLElement).lang),
    )
  expect(new Set(past)).toEqual(new Set(['en']))
  await chooseList(page, 'all')
  await expect
    .poll(async () => (await seen(page)).length)
    .toBe(yesterday.questionCommentsCount + 30)

  // Earlier posts that cannot be loaded have a page.
  await page.goto('/')
  await page.route(/question\/comment\?/, (route) => route.abort())
  await chooseList(page, 'ja')
  await page.locator('.earlier').click()
  await page.waitForURL(/commentsBefore=/)
  await page.unroute(/question\/comment\?/)

  await app.sql`UPDATE comment SET deleted_at = 1 WHERE language = 'en'
    AND question_id = ${today.questionId}`.run()
  // A cached page has the old counts.
  await expect
    .poll(async () => (await app.fetch(`/ja`)).text())
    .toMatch(/data-count="?en"?[^>]*>0</)
  await page.goto('/')
  await chooseList(page, 'en')
  await page.getByText(t('listLanguage.none')).waitFor()
  expect(await seen(page)).toEqual([])
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: t('listLanguage.seeAll') }).click()
  await expect.poll(async () => (await seen(page)).length).toBeGreaterThan(9)
  await chooseList(page, 'en')
  await postAs(app, own, today.questionId, 'じぶんの投稿です')
  await lookAgain(page)
  await expect.poll(() => seen(page)).toEqual(['じぶんの投稿です'])
  await page.getByText(t('listLanguage.none')).waitFor({ state: 'hidden' })
})
