import { composerPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { Question } from '../../src/contract/schemas.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { phone } from '../../harness/browser.ts'
import { motionHasEnded, scrollingIsIdle } from '../../harness/wait-until-idle.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  followed,
  postAs,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'

const moving = { reducedMotion: 'no-preference' } as const

const app = await ownApp()
const test = journey(app)

let today: Required<Question>

beforeAll(async () => {
  today = await todaysQuestion(app)
  await fillComments(app, today.questionId, 120)
})

const topOf = (page: Page, text: string) =>
  page
    .locator('.comments > li', { hasText: text })
    .evaluate((item) => item.getBoundingClientRect().top)

async function readAt(page: Page, text: string): Promise<number> {
  await page.locator('.comments > li', { hasText: text }).evaluate((item) => {
    const scroller = item.closest('.scroller')!
    const box = getComputedStyle(scroller).overflowY === 'visible' ? undefined : scroller
    const top = box?.getBoundingClientRect().top ?? 0
    const scrolling = box ?? document.scrollingElement!
    scrolling.scrollTop += item.getBoundingClientRect().top - top - 8
  })
  await scrollingIsIdle(page)
  return topOf(page, text)
}

/** Gap below the composer's button and above its field, at a window height. */
async function composerFits(page: Page, height: number) {
  const field = await page.locator('textarea').boundingBox()
  const button = await page.locator('.composer .button').boundingBox()
  expect(field!.y).toBeGreaterThanOrEqual(0)
  expect(button!.y + button!.height).toBeLessThanOrEqual(height)
  return field!.y
}

describe('the address of a post', () => {
  const t = texts.ja

  test('is copied from its menu and opens the page at it, however old the post is', async ({
    visit,
  }) => {
    const { page } = await visit({ ...moving, viewport: phone })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = `/theme_details?themeID=${today.questionId}`
    const old = await app.db
      .prepare("SELECT id FROM comment WHERE text = 'answer 3'")
      .first<string>('id')
    await page.goto(`${path}#${old}`)
    const item = page.locator(`[data-comment-id="${old}"]`)
    await expect.poll(() => item.evaluate((one) => document.activeElement === one)).toBe(true)
    const box = await item.boundingBox()
    expect(box!.y).toBeGreaterThan(0)
    expect(box!.y + box!.height).toBeLessThan(phone.height)

    // The touch loads the menus.
    await item.hover()
    await item.locator('summary').click()
    await page.getByRole('button', { name: t('post.copyLink') }).click()
    await page.getByText(t('post.linkCopied')).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${app.origin}${path}#${old}`)
    await page.evaluate(() => (location.hash = '#gone-since'))
    await page.getByText(t('post.notShown')).waitFor()
  })
})

describe('the page for writing', () => {
  const t = texts.ja

  test('leads back to where one was reading, by its arrow and by a post', async ({ signedIn }) => {
    const { page, person } = await signedIn(moving)
    await page.goto('/')
    await page.getByRole('link', { name: t('commentList.earlier') }).click()
    await page.locator('.comments > li', { hasText: 'answer 30' }).waitFor()
    const before = await readAt(page, 'answer 45')

    await page.getByRole('link', { name: t('composer.openForm') }).click()
    await page.waitForURL('**/add_post?*')
    await page.getByRole('link', { name: t('details.back') }).click()
    await page.waitForURL(`${app.origin}/`)
    await page.locator('.comments > li', { hasText: 'answer 45' }).waitFor()
    await expect.poll(() => topOf(page, 'answer 45')).toBeCloseTo(before, -1)

    await scrollingIsIdle(page)
    await page.getByRole('link', { name: t('composer.openForm') }).click()
    await page.waitForURL('**/add_post?*')
    const text = `written apart by ${person.username}`
    await page.getByRole('textbox', { name: t('composer.label') }).fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    await page.locator('.comments > [data-own]', { hasText: text }).waitFor()
    await expect.poll(() => topOf(page, 'answer 45')).toBeCloseTo(before, -1)

    await page.reload()
    await page.locator('.comments > [data-own]', { hasText: text }).waitFor()
    expect(await page.locator('.scroller').evaluate((box) => box.scrollTop)).toBe(0)
  })

  test('opened by its address leads home', async ({ signedIn }) => {
    const { page, person } = await signedIn(moving)
    await page.goto(composerPath(today.questionId))
    await page.getByRole('textbox', { name: t('composer.label') }).fill(person.username)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    await page.locator('.comments > [data-own]', { hasText: person.username }).waitFor()
  })
})

describe('an on-screen keyboard', () => {
  const withKeyboard = { ...phone, height: phone.height - 300 }

  test('that makes the page smaller leaves composer and newest comment in sight', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn(moving)
    await page.goto('/')
    await page.locator('textarea').click()
    await page.setViewportSize(withKeyboard)
    const newest = page.locator('.comments > li').last()
    await expect
      .poll(async () => {
        const box = await newest.boundingBox()
        return (
          box!.y >= 0 && box!.y + box!.height <= (await composerFits(page, withKeyboard.height))
        )
      })
      .toBe(true)
    const text = `typed by thumb, ${person.username}`
    await page.locator('textarea').fill(text)
    await page.locator('.composer .button').click()
    await page.locator('.dots').getByText('●○○').waitFor()
    await motionHasEnded(page)
    const own = await page.locator('.comments > li', { hasText: text }).boundingBox()
    expect(own!.y + own!.height).toBeLessThanOrEqual(await composerFits(page, withKeyboard.height))
  })

  test('moves nobody who reads further up, opened or closed', async ({ signedIn }) => {
    const { page } = await signedIn(moving)
    await page.goto('/')
    const before = await readAt(page, 'answer 100')
    await page.locator('textarea').click()
    await page.setViewportSize(withKeyboard)
    await expect.poll(() => topOf(page, 'answer 100')).toBeCloseTo(before, -1)
    await composerFits(page, withKeyboard.height)
    await page.setViewportSize(phone)
    await expect.poll(() => topOf(page, 'answer 100')).toBeCloseTo(before, -1)
  })

  test('that covers the page, as Safari’s does, does not cover the composer', async ({
    signedIn,
  }) => {
    const { page } = await signedIn(moving)
    await page.goto('/')
    await page.locator('textarea').click()
    await page.locator('.dots').getByText('○○○').waitFor()
    const coverBelow = (height: number) =>
      page.evaluate((seen) => {
        Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => seen })
        visualViewport!.dispatchEvent(new Event('resize'))
      }, height)
    await coverBelow(withKeyboard.height)
    await composerFits(page, withKeyboard.height)
    const newest = await page.locator('.comments > li').last().boundingBox()
    expect(newest!.y + newest!.height).toBeLessThanOrEqual(
      await composerFits(page, withKeyboard.height),
    )
    await coverBelow(phone.height)
    expect(await page.locator('body').evaluate((body) => body.clientHeight)).toBe(phone.height)
  })

  test('keeps clear of the screen’s own edges', async ({ visit }) => {
    const { page } = await visit(moving)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { bottom: 34, left: 44, right: 44 },
    })
    for (const viewport of [phone, { width: 800, height: 600 }, { width: 740, height: 360 }]) {
      await page.setViewportSize(viewport)
      await page.goto('/')
      // When the page scrolls as a whole, the composer stays visible once the list is.
      await page.evaluate(() => window.scrollBy({ top: 300, behavior: 'instant' }))
      const { x, y, width, height } = (await page.locator('.composer .button').boundingBox())!
      expect(x + width, `${viewport.width}`).toBeLessThanOrEqual(viewport.width - 44)
      const bottom = y + height
      expect(bottom, `${viewport.width}`).toBeLessThanOrEqual(viewport.height - 34)
    }
  })
})

test('with little height the pill counts, and leads to the newest', async ({ visit }) => {
  const { page } = await visit({ ...moving, viewport: { width: 740, height: 360 } })
  // Missing posts of a cached page have arrived before the reader scrolls.
  const socket = followed(page)
  await page.goto('/')
  await socket
  await readAt(page, 'answer 90')
  const before = await topOf(page, 'answer 90')
  await postAs(app, await createPerson(app), today.questionId, 'seen by the pill')
  const pill = page.getByRole('button', { name: texts.ja('commentList.new', { count: 1 }) })
  await pill.waitFor()
  expect(await topOf(page, 'answer 90')).toBeCloseTo(before, 0)
  await pill.click()
  await pill.waitFor({ state: 'hidden' })
  // The pill hides near the newest post, before scrolling ends.
  await scrollingIsIdle(page)
  const newest = await page.locator('.comments > li').last().boundingBox()
  expect(newest!.y).toBeGreaterThan(0)
  expect(newest!.y).toBeLessThan(360)
})
