import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { siteLinkPath } from '../../src/domain/site-links.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { demonstrate } from '../../harness/demonstration-database.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: /^Failed to load resource|ERR_FAILED/ })

beforeAll(async () => {
  await demonstrate(app.db, new Date())
})

const dialog = (page: Page) => page.locator('dialog[open]')

/**
 * Waits until the response to this many posts of the page has come, and the composer takes the next. A live event may
 * have confirmed the post in the list before.
 */
async function confirmed(page: Page, userId: string, posts: number): Promise<void> {
  const progress = () => page.evaluate((name) => localStorage.getItem(name), `Feedback:${userId}`)
  await expect.poll(progress).toContain(`"posts":${posts}`)
  await page.locator('.composer-post:not([aria-busy])').waitFor({ state: 'attached' })
}

/** Gives a person posts of yesterday, which this browser has not seen being sent. */
async function postedYesterday(userId: string, count: number): Promise<void> {
  const { questionId } = await yesterdaysQuestion(app)
  for (let slot = 1; slot <= count; slot++) {
    await app.db
      .prepare(
        'INSERT INTO comment (id, question_id, user_id, slot, text, created_at) VALUES (?, ?, ?, ?, ?, 0)',
      )
      .bind(`${userId.slice(0, 20)}${slot}`, questionId, userId, slot, 'x')
      .run()
  }
}

const t = texts.ja

test('the third post ever brings the request for an opinion at the next visit, once; later asks again after 90 days', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await page.goto('/')
  const post = async (text: string, posts: number) => {
    await page.locator('#post').fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.locator('.comments .text', { hasText: text }).waitFor()
    await confirmed(page, person.userId, posts)
  }
  await post('first ja', 1)
  await post('second ja', 2)
  await networkIsIdle(page)
  expect(await dialog(page).count()).toBe(0)
  await post('third ja', 3)
  // Not over one's own words: at the next visit.
  expect(await dialog(page).count()).toBe(0)
  await page.reload()
  await dialog(page).waitFor()
  expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.feedback.title'))
  await dialog(page)
    .getByRole('button', { name: t('dialog.feedback.later') })
    .click()
  await dialog(page).waitFor({ state: 'detached' })

  /** Opens home as if that many days had gone since 'later'. */
  const comeBackAfter = async (days: number) => {
    const key = `Feedback:${person.userId}`
    await page.evaluate(
      ([name, ago]) => {
        const progress = JSON.parse(localStorage.getItem(name as string)!)
        progress.since -= ago as number
        localStorage.setItem(name as string, JSON.stringify(progress))
      },
      [key, days * DAY_MS],
    )
    await page.goto('/')
    await networkIsIdle(page)
  }
  for (const days of [0, 89.9]) {
    await comeBackAfter(days)
    expect(await dialog(page).count()).toBe(0)
  }
  await comeBackAfter(0.2)
  await dialog(page).waitFor()
  const give = dialog(page).getByRole('link', { name: t('dialog.feedback.give') })
  expect(await give.getAttribute('href')).toBe(siteLinkPath('feedback'))
  await give.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await give.focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await comeBackAfter(400)
  expect(await dialog(page).count()).toBe(0)
})

test('a person whose third post was sent from another device is not asked', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await postedYesterday(person.userId, 3)
  await page.goto('/')
  await page.locator('#post').fill('fourth ja')
  await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await page.locator('.comments > [data-own]', { hasText: 'fourth ja' }).waitFor()
  const key = `Feedback:${person.userId}`
  const progress = () => page.evaluate((name) => localStorage.getItem(name), key)
  await confirmed(page, person.userId, 1)
  await page.reload()
  await expect.poll(progress).toContain('done')
  expect(await dialog(page).count()).toBe(0)
})

test('the feedback request comes also when the third and the fourth post are sent on one page', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await postedYesterday(person.userId, 2)
  await page.goto('/')
  for (const n of [3, 4]) {
    await page.locator('#post').fill(`${n} ja`)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.locator('.comments > [data-own]', { hasText: `${n} ja` }).waitFor()
    await confirmed(page, person.userId, n - 2)
  }
  await page.reload()
  await dialog(page).waitFor()
  expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.feedback.title'))
})
