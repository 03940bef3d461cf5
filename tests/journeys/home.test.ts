import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { sidewaysScrolling } from '../../harness/accessibility.ts'
import { desk } from '../../harness/browser.ts'
import { activated, logIn, texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  isInSight,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { createPerson } from '../../harness/people.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const t = texts.ja

const app = await ownApp()
const test = journey(app, { allows: [/ 503 |ERR_FAILED/, RESTART] })

let today: Required<Question>

beforeAll(async () => {
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 20)
})

const field = (page: Page) => page.locator('#post')
const logOut = async (page: Page) => {
  await page.locator('.burger').click()
  await page.locator('[data-logout]').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('dialog.yes') })
    .click()
  await page.locator('html:not([data-person])').waitFor({ state: 'attached' })
}

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

describe('a draft', () => {
  test('goes when its writer logs out, belongs to nobody else, and the language of the list stays', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await page.goto('/')
    await page.locator('.dots').getByText('○○○').waitFor()
    await field(page).fill('内緒の書きかけ')
    await page.evaluate(() => localStorage.setItem('ListLanguage', 'en'))
    await logOut(page)
    expect(await page.evaluate(() => localStorage.getItem('ListLanguage'))).toBe('en')
    expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).toBeNull()
    await expect.poll(() => field(page).inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('内緒')
    await logIn(page, t, await activated(app), { path: '/login?next=%2F' })
    await page.waitForURL(`${app.origin}/`)
    await page.locator('.dots').getByText('○○○').waitFor()
    expect(await field(page).inputValue()).toBe('')
    expect(person.userId).not.toBe(await page.locator('html').getAttribute('data-person'))
  })

  test('is kept for its writer alone when the session expires', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    // The session loads at idle time and stores the user again.
    const session = page.waitForResponse('**/user/me')
    await page.goto('/')
    await page.locator('.dots').getByText('○○○').waitFor()
    await session
    await networkIsIdle(page)
    await field(page).fill('期限切れの前に')
    const signIn = (userId?: string) =>
      page.evaluate((id) => {
        const info = localStorage.getItem('UserInfo') ?? localStorage.getItem('UpdateInfo:test')!
        localStorage.setItem('UpdateInfo:test', info)
        if (!id) return localStorage.removeItem('UserInfo')
        localStorage.setItem('UserInfo', JSON.stringify({ ...JSON.parse(info), userId: id }))
      }, userId)
    await page.route('**/service/**', (route) => route.abort())
    for (const userId of [undefined, 'somebody-else']) {
      await signIn(userId)
      await page.reload()
      expect(await field(page).inputValue()).toBe('')
    }
    await signIn(person.userId)
    await page.reload()
    expect(await field(page).inputValue()).toBe('期限切れの前に')
  })
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

test('a failed deletion says so until it succeeds; then focus and words follow', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn({ viewport: desk })
  await postAs(app, person, today.questionId, '消す投稿')
  await page.goto('/')
  const own = page.locator('.comments > [data-own]', { hasText: '消す投稿' })
  const remove = async () => {
    await own.getByLabel(t('commentList.menu')).click()
    await own.getByRole('button', { name: t('commentList.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.yes') })
      .click()
  }
  await page.route('**/comment/v1/comment', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await remove()
  await page.getByText(t('commentList.deleteFailed')).waitFor()
  await page.unroute('**/comment/v1/comment')
  await remove()
  await own.waitFor({ state: 'detached' })
  await page.getByText(t('commentList.deleteFailed')).waitFor({ state: 'detached' })
  await page
    .locator('.announcer')
    .getByText(t('commentList.deleted'))
    .waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('scroller')
})

test('an open page announces a window, and a refused post says until when', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  await page.clock.install()
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
  await field(page).fill('窓の間に')
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + HOUR_MS
  await app.db
    .prepare("INSERT INTO maintenance_window VALUES ('question', ?, ?)")
    .bind(Date.now() - MINUTE_MS, end)
    .run()
  // The worker caches maintenance windows.
  await app.restart()
  const dialog = page.getByRole('dialog', { name: t('dialog.maintenance.title') })
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20_000)
        return dialog.isVisible()
      },
      { interval: 500 },
    )
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
  const time = new Date(end + TOKYO_OFFSET_MS).toISOString().slice(11, 16)
  await page.locator('.composer-note[data-kind="refusal"]', { hasText: time }).waitFor()
  expect(await field(page).inputValue()).toBe('窓の間に')
  await app.db.exec('DELETE FROM maintenance_window')
  await app.restart()
})

test('a guest who is asked to log in may sign up as well', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await field(page).click()
  const link = page
    .getByRole('dialog')
    .getByRole('link', { name: t('dialog.loginRequired.signup') })
  expect(await link.getAttribute('href')).toBe('/signup')
  expect(await isInSight(page, (await shownTexts(page)).at(-1)!)).toBe(true)
})
