import { composerPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { siteLinkPath } from '../../src/domain/site-links.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings } from '../../harness/accessibility.ts'
import { activated, logIn, t } from '../../harness/steps/account-steps.ts'
import {
  hold,
  fillComments,
  isInSight,
  pageContains,
  postAs,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app)

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 60)

const storedTexts = async (userId: string) => {
  const { results } = await app.sql`SELECT text FROM comment
    WHERE user_id = ${userId} AND deleted_at IS NULL ORDER BY seq`.all<{ text: string }>()
  return results.map(({ text }) => text)
}

const ownTexts = (page: Page) => page.locator('.comments > [data-own] .text').allTextContents()
const counter = (page: Page) => page.locator('#post-count').textContent()
const fieldOf = (page: Page) => page.getByRole('textbox', { name: t('composer.label') })
const postButton = (page: Page) =>
  page.getByRole('button', { name: t('composer.post'), exact: true })

const distanceFromRight = (page: Page, text: string) =>
  page
    .locator('.comments .text', { hasText: text })
    .evaluate(
      (item) =>
        item.closest('.comments')!.getBoundingClientRect().right -
        item.getBoundingClientRect().right,
    )

test('a guest writes, is asked to log in by the press on Post, and comes back with the draft', async ({
  visit,
}) => {
  const { page } = await visit()
  const email = await activated(app)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/')
  await networkIsIdle(page)
  const readers = scripts.length
  const field = fieldOf(page)
  await field.evaluate((element) => Object.assign(element, { kept: 'yes' }))
  await field.click()
  await expect.poll(() => scripts.length).toBeGreaterThan(readers)
  await page.locator('astro-island[ssr]').waitFor({ state: 'detached' })
  expect(await isInSight(page, 'answer 60')).toBe(true)
  expect(await field.evaluate((element) => 'kept' in element)).toBe(true)

  const dialog = page.getByRole('dialog', { name: t('dialog.loginRequired.title') })
  const text = 'a draft in ja'
  await field.fill(text)
  await expect.poll(() => counter(page)).toBe(`${text.length}/140`)
  await postButton(page).click()
  const link = dialog.getByRole('link', { name: t('navigation.login') })
  expect(await link.getAttribute('href')).toBe('/login?next=%2F')
  await link.click()
  await page.waitForURL('**/login?next=%2F')
  await logIn(page, email, { path: '/login?next=%2F' })
  await page.waitForURL(`${app.origin}/`)
  expect(await field.inputValue()).toBe(text)
  await expect.poll(() => counter(page)).toBe(`${text.length}/140`)
})

test('a person posts three, one on the page for writing, sees them on the right at once and after a reload, deletes one', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await page.goto('/')
  const field = fieldOf(page)
  const button = postButton(page)
  const dots = page.locator('.dots')
  // A phone shows them, and the counter, to somebody who writes.
  await dots.getByText('○○○').waitFor({ state: 'attached' })
  expect(await dots.isVisible()).toBe(false)
  await field.focus()
  expect(await dots.isVisible()).toBe(true)

  const first = `first by ${person.username}`
  const answer = await hold(page, '**/comment/v1/comment')
  await field.fill(`  ${first}\n`)
  await button.click()
  await page.locator('.comments > [data-pending]', { hasText: first }).waitFor()
  expect(await isInSight(page, first)).toBe(true)
  expect(await field.inputValue()).toBe('')
  expect(await storedTexts(person.userId)).toEqual([])
  answer()
  await page.locator('.comments > [data-pending]').waitFor({ state: 'detached' })
  await page.unroute('**/comment/v1/comment')
  await dots.getByText('●○○').waitFor()
  expect(await storedTexts(person.userId)).toEqual([first])
  expect(await distanceFromRight(page, first)).toBeLessThan(60)
  expect(await distanceFromRight(page, 'answer 60')).toBeGreaterThan(100)

  // One press: nothing moves from under it when the focus leaves the composer.
  await page.getByRole('button', { name: t('dialog.close') }).click()
  expect(await page.locator('.post-notice').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('scroller')

  await page.getByRole('link', { name: t('composer.openForm') }).click()
  await page.waitForURL(`**/add_post?themeID=${today.questionId}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post')
  await dots.getByText('●○○').waitFor()
  const second = `second by ${person.username}\nin two lines`
  await page.keyboard.type(`second by ${person.username}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type('in two lines')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`${app.origin}/`)
  await page.locator('.page-notice').getByText(t('composer.posted')).waitFor()
  await expect.poll(() => storedTexts(person.userId)).toEqual([first, second])

  await expect.poll(() => ownTexts(page)).toEqual([first, second])
  await dots.getByText('●●○').waitFor({ state: 'attached' })

  const third = `third by ${person.username}`
  await field.fill(third)
  await button.click()
  await expect
    .poll(() =>
      page
        .getByText(t('composer.limitReached'))
        .evaluate((notice) => getComputedStyle(notice).wordBreak),
    )
    .toBe('auto-phrase')
  await page.getByText(t('composer.comeBack')).waitFor()
  expect(await field.isVisible()).toBe(false)
  const skip = page.getByRole('link', { name: t('composer.skip') })
  expect(await skip.count()).toBe(0)
  await page.keyboard.press('Tab')
  const isRingInWindow = await page.locator('.limit-notice').evaluate((notice: HTMLElement) => {
    notice.focus()
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(notice)
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth)
    const { left, right, bottom } = notice.getBoundingClientRect()
    const isInside =
      left - reach >= 0 && right + reach <= innerWidth && bottom + reach <= innerHeight
    return outlineStyle !== 'none' && isInside
  })
  expect(isRingInWindow).toBe(true)
  await expect.poll(() => storedTexts(person.userId)).toEqual([first, second, third])
  await expect.poll(() => page.locator('[data-pending]').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  // The request for an opinion comes after the third post ever: not on the same day, and once.
  const feedback = page.getByRole('dialog', { name: t('dialog.feedback.title') })
  expect(await feedback.count()).toBe(0)
  await page.evaluate((key) => (localStorage[key] -= 864e5), `Feedback:${person.userId}`)
  await page.reload()
  const give = feedback.getByRole('link', { name: t('dialog.feedback.give') })
  expect(await give.getAttribute('href')).toBe(siteLinkPath('feedback'))
  await give.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await give.press('Enter')
  await feedback.waitFor({ state: 'detached' })
  await page.reload()
  await networkIsIdle(page)
  expect(await feedback.count()).toBe(0)
  await page.getByText(t('composer.limitReached')).waitFor()
  expect(await field.isVisible()).toBe(false)
  await expect.poll(() => ownTexts(page)).toEqual([first, second, third])

  const own = page.locator('.comments > [data-own]', { hasText: third })
  await own.getByLabel(t('commentList.menu')).click()
  await own.getByRole('button', { name: t('commentList.delete') }).click()
  const dialog = page.getByRole('dialog', { name: t('dialog.deletePost.title') })
  await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
  expect(await storedTexts(person.userId)).toHaveLength(3)
  await own.getByLabel(t('commentList.menu')).click()
  await own.getByRole('button', { name: t('commentList.delete') }).click()
  await dialog.getByRole('button', { name: t('dialog.yes') }).click()
  await own.waitFor({ state: 'detached' })
  await field.waitFor()
  expect(await skip.count()).toBe(1)
  await dots.getByText('●●○').waitFor({ state: 'attached' })
  expect(await storedTexts(person.userId)).toEqual([first, second])
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('scroller')
})

test('a page without its scripts marks own posts, and takes what is typed and pressed', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  const texts = ['まだ飾りのない一言', 'もっと早い一言', '早すぎた一言']
  await postAs(app, person, today.questionId, texts[0]!)
  await pageContains(app, texts[0]!)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#post').waitFor({ state: 'attached' })
  expect(await ownTexts(page)).toEqual(texts.slice(0, 1))
  await fieldOf(page).waitFor()

  for (const [index, script] of ['Reading', 'hydrate'].entries()) {
    const load = await hold(page, `**/_astro/${script}*.js`)
    await page.goto('/', { waitUntil: 'commit' })
    await fieldOf(page).fill(texts[index + 1]!)
    await postButton(page).click()
    expect(await storedTexts(person.userId)).toEqual(texts.slice(0, index + 1))
    load()
    await expect.poll(() => storedTexts(person.userId)).toEqual(texts.slice(0, index + 2))
    await expect.poll(() => ownTexts(page)).toEqual(texts.slice(0, index + 2))
  }
})

test('two tabs share a draft, until one of them posts it', async ({ signedIn }) => {
  const { page, person } = await signedIn()
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor({ state: 'attached' })
  const tab = await page.context().newPage()
  await tab.goto(composerPath(today.questionId))
  await tab.locator('.dots').getByText('○○○').waitFor()
  await fieldOf(tab).fill('あちらで書き、')
  await expect.poll(() => fieldOf(page).inputValue()).toBe('あちらで書き、')
  await expect.poll(() => counter(page)).toBe('7/140')
  await fieldOf(page).press('End')
  await fieldOf(page).pressSequentially('こちらで続ける')
  await expect.poll(() => fieldOf(tab).inputValue()).toBe('あちらで書き、こちらで続ける')
  await postButton(tab).click()
  await tab.waitForURL(`${app.origin}/`)
  await expect.poll(() => fieldOf(page).inputValue()).toBe('')
  await page.locator('.dots').getByText('●○○').waitFor({ state: 'attached' })
  await page.locator('.comments > [data-own]', { hasText: 'こちらで続ける' }).waitFor()
  expect(await storedTexts(person.userId)).toEqual(['あちらで書き、こちらで続ける'])
})
