import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Question } from '../../src/contract/schemas.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { sidewaysScrolling } from '../../harness/accessibility.ts'
import { desk } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { createPerson } from '../../harness/people.ts'

const t = texts.ja

const app = await ownApp()
const test = journey(app)

let today: Required<Question>

beforeAll(async () => {
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 20)
})

const field = (page: Page) => page.locator('#post')

test('the composer keeps its row in one line and text that cannot break inside, in small windows', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 568 })
    await page.goto('/')
    await page.getByText(t('composer.dots', { count: 0 })).waitFor()
    for (const text of [
      'あ'.repeat(140),
      'www'.repeat(15),
      'ー'.repeat(140),
      'https://example.com/'.repeat(5),
    ]) {
      await field(page).fill(text)
      const row = page.locator('.composer-row')
      const form = (await page.locator('.composer-form').boundingBox())!
      expect((await row.boundingBox())!.y).toBeGreaterThan(form.y)
      expect(await row.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
      expect(await sidewaysScrolling(page)).toEqual([])
    }
  }
})

test('with the keyboard open the question stays in sight and the navigation makes room', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
  await field(page).click()
  for (const height of [600, 420]) {
    await page.setViewportSize({ width: 360, height })
    await page.locator('nav.bottom').waitFor({ state: 'hidden' })
    const inSight = () =>
      page.evaluate(() =>
        ['h1', '#post'].map((selector) => {
          const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
    await expect.poll(inSight).toEqual([true, true])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('nav.bottom').waitFor()
})

test('a short window opens at the newest comment', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 740, height: 360 } })
  await page.goto('/')
  const newest = (await shownTexts(page)).at(-1)!
  await expect
    .poll(() =>
      page
        .locator('.comments .text', { hasText: newest })
        .last()
        .evaluate((item) => {
          const { bottom } = item.getBoundingClientRect()
          const composer = document.querySelector('.composer')!.getBoundingClientRect()
          return bottom > 0 && bottom <= composer.top
        }),
    )
    .toBe(true)
  expect(
    await page.locator('h1').evaluate((h1) => h1.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(0)
})

test('comments carry the language they are written in, and share a face in a row', async ({
  visit,
}) => {
  const person = await createPerson(app, {})
  await postAs(app, person, today.questionId, 'a walk in the park')
  await postAs(app, person, today.questionId, '公園を散歩する')
  await expect.poll(async () => (await app.fetch('/ja')).text()).toContain('公園を散歩する')
  const { page } = await visit({ viewport: desk })
  await page.goto('/')
  const item = (text: string) => page.locator('.comments > li', { hasText: text })
  const shown = async (text: string) => [
    await item(text).locator('.text').getAttribute('lang'),
    await item(text).locator('.text').getAttribute('dir'),
    await item(text).locator('img').isVisible(),
  ]
  expect(await shown('a walk in the park')).toEqual(['en', 'auto', true])
  // Only posts in one language share an avatar, which stays visible when a filter shows that language alone.
  expect(await shown('公園を散歩する')).toEqual(['ja', 'auto', true])
  await postAs(app, person, today.questionId, '123 🙂')
  await item('123 🙂').waitFor()
  // Posted without the language cookie: default language.
  expect(await shown('123 🙂')).toEqual(['ja', 'auto', false])
})
