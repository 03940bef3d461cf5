import { composerPath } from '../../src/domain/question.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { sidewaysScrolling } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { motionHasEnded, scrollingIsIdle } from '../../harness/wait-until-idle.ts'
import { createPerson } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  followed,
  postAs,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'

const moving = { reducedMotion: 'no-preference' } as const

const app = await ownApp()
const test = journey(app)

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 120)

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

test('the list does not begin with the rest of a post, which a scroll shows', async ({ visit }) => {
  const { page } = await visit(moving)
  await page.goto('/')
  await page.locator('textarea').fill('a text\nof\nfour\nlines')
  const hidden = page.locator('.comments > li[data-rest]')
  // By one's height, some window cuts a post.
  await expect
    .poll(async () => {
      const { height } = page.viewportSize()!
      await page.setViewportSize({ ...phone, height: height - 20 })
      await scrollingIsIdle(page)
      await motionHasEnded(page)
      return hidden.count()
    })
    .toBe(1)
  await expect.poll(() => hidden.evaluate((post) => getComputedStyle(post).opacity)).toBe('0')
  // The field becomes small again: the list grows, and hides no post that it now has room for.
  await page.locator('textarea').fill('')
  const isHole = () =>
    hidden.evaluateAll((posts) => {
      const { top } = document.querySelector('.scroller')!.getBoundingClientRect()
      return posts.some((post) => post.getBoundingClientRect().bottom > top + 64)
    })
  await scrollingIsIdle(page)
  await expect.poll(isHole).toBe(false)
  await page.locator('.scroller').hover()
  await page.mouse.wheel(0, -30)
  await expect.poll(() => hidden.count()).toBe(0)
})

test('Tab leads from the list to a post in sight', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await page.locator('textarea').click()
  await page.locator('.chat:not([data-ssr])').waitFor({ state: 'attached' })
  await page.locator('.scroller').focus()
  await page.keyboard.press('Tab')
  await page.locator('.comments summary:focus').waitFor()
  const moved = await page.locator('.scroller').evaluate(({ scrollTop }) => -scrollTop)
  expect(moved).toBeLessThan(200)
  await page.locator('.scroller').focus()
  await page.keyboard.press('Shift+Tab')
  expect(await page.locator('.comments :focus').count()).toBe(0)
})

test('earlier posts take the place around the question, which comes back with the newest, and none in sight moves', async ({
  visit,
}) => {
  const { page } = await visit(moving)
  await page.goto('/')
  const links = page.locator('.question-foot')
  await links.waitFor()
  await scrollingIsIdle(page)
  const scrollTo = (top: number) =>
    page.locator('.scroller').evaluate((box, top) => (box.scrollTop = top), top)
  const isClipped = () => links.evaluate((foot) => getComputedStyle(foot).clipPath !== 'none')
  const post = 'answer 110'
  for (const [top, isFolded] of [
    [-400, true],
    [-100, true],
    [-20, false],
  ] as const) {
    await scrollTo(top)
    const before = await topOf(page, post)
    await expect.poll(isClipped).toBe(isFolded)
    expect(await topOf(page, post)).toBeCloseTo(before, 0)
    expect(await page.locator('h1').isVisible()).toBe(true)
  }
  // At the oldest post none fills the place.
  await scrollTo(-1e6)
  await scrollingIsIdle(page)
  expect(await isClipped()).toBe(false)
  await scrollTo(-400)
  await expect.poll(isClipped).toBe(true)
  await page.locator('.share-question').focus()
  expect(await isClipped()).toBe(false)
})

test('the address of a post is copied from its menu and opens the page at it, however old it is', async ({
  visit,
}) => {
  const { page } = await visit(moving)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = `/theme_details?themeID=${today.questionId}`
  const old = await app.sql`SELECT id FROM comment WHERE text = 'answer 3'`.first<string>('id')
  await page.goto(`${path}#${old}`)
  const item = page.locator(`[data-comment-id="${old}"]`)
  await expect.poll(() => item.evaluate((one) => document.activeElement === one)).toBe(true)
  await scrollingIsIdle(page)
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

test('posts that get their height as they come into sight move nothing that is read', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto('/')
  const scroller = page.locator('.scroller')
  const heightBefore = await scroller.evaluate((box) => box.scrollHeight)
  const moved = await scroller.evaluate(async (box) => {
    const frames = async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    }
    box.scrollTop = -box.scrollHeight
    await frames()
    const moved: number[] = []
    for (let step = 0; step < 30; step++) {
      const read = [...box.querySelectorAll('li')].find(
        (item) => item.getBoundingClientRect().top > box.getBoundingClientRect().top,
      )!
      const before = read.getBoundingClientRect().top
      box.scrollTop += 60
      await frames()
      moved.push(before - read.getBoundingClientRect().top - 60)
    }
    return moved
  })
  // The browser rounds to whole pixels.
  expect(moved.filter((pixels) => Math.abs(pixels) > 1)).toEqual([])
  expect(await scroller.evaluate((box) => box.scrollHeight)).not.toBe(heightBefore)
})

test('the page for writing leads back to where one was reading, and home when opened by its address', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn(moving)
  const place = () => expect.poll(() => topOf(page, 'answer 45'))
  const own = (text: string) => page.locator('.comments > [data-own]', { hasText: text })
  const post = async (text: string) => {
    await page.getByRole('textbox', { name: t('composer.label') }).fill(text)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    await own(text).waitFor()
  }
  await page.goto('/')
  await page.getByRole('link', { name: t('commentList.earlier') }).click()
  await page.locator('.comments > li', { hasText: 'answer 30' }).waitFor()
  const before = await readAt(page, 'answer 45')
  const write = async () => {
    await page.locator('#post').focus()
    await page.getByRole('link', { name: t('composer.openForm') }).click()
    await page.waitForURL('**/add_post?*')
  }
  await write()
  await page.getByRole('link', { name: t('form.back') }).click()
  await page.waitForURL(`${app.origin}/`)
  await page.locator('.comments > li', { hasText: 'answer 45' }).waitFor()
  await place().toBeCloseTo(before, -1)

  await scrollingIsIdle(page)
  await write()
  const text = `written apart by ${person.username}`
  await post(text)
  await place().toBeCloseTo(before, -1)

  await page.reload()
  await own(text).waitFor()
  expect(await page.locator('.scroller').evaluate((box) => box.scrollTop)).toBe(0)

  await page.goto(composerPath(today.questionId))
  await post('by its address')
})

test('the composer keeps its row in small windows; a keyboard covers neither it nor the question, and moves no reader', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn(moving)
  const field = page.locator('textarea')
  // The position is saved all the time, also between a new window size and its event.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms: number) =>
      ms === 200 ? setInterval(run, 1) : setTimeout(run, ms)) as typeof setTimeout
  })
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor({ state: 'attached' })
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 568 })
    for (const text of [
      'あ'.repeat(140),
      'www'.repeat(15),
      'ー'.repeat(140),
      'https://example.com/'.repeat(5),
    ]) {
      await field.fill(text)
      const row = page.locator('.composer-row')
      const form = (await page.locator('.composer-form').boundingBox())!
      expect((await row.boundingBox())!.y).toBeGreaterThan(form.y)
      expect(await row.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
      expect(await sidewaysScrolling(page)).toEqual([])
    }
  }
  await field.fill('')
  await page.setViewportSize(phone)

  // One that makes the window smaller.
  const navigation = page.locator('nav.bottom')
  await navigation.waitFor()
  await scrollingIsIdle(page)
  const before = await readAt(page, 'answer 100')
  await field.click()
  for (const height of [phone.height - 140, phone.height - 300]) {
    await page.setViewportSize({ ...phone, height })
    await navigation.waitFor({ state: 'hidden' })
    await expect.poll(() => topOf(page, 'answer 100')).toBeCloseTo(before, -1)
    await composerFits(page, height)
    const heading = await page.locator('h1').boundingBox()
    expect(heading!.y).toBeGreaterThanOrEqual(0)
  }
  await page.setViewportSize(phone)
  await navigation.waitFor()
  await expect.poll(() => topOf(page, 'answer 100')).toBeCloseTo(before, -1)

  await page.locator('.scroller').evaluate((box) => (box.scrollTop = 0))
  await scrollingIsIdle(page)
  const height = phone.height - 300
  const newestFits = async () => {
    const box = (await page.locator('.comments > li').last().boundingBox())!
    return box.y >= 0 && box.y + box.height <= (await composerFits(page, height))
  }
  await page.setViewportSize({ ...phone, height })
  await expect.poll(newestFits).toBe(true)
  await page.setViewportSize(phone)
  await navigation.waitFor()

  // One that covers the page, as Safari's does.
  const coverBelow = (height: number) =>
    page.evaluate((seen) => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => seen })
      visualViewport!.dispatchEvent(new Event('resize'))
    }, height)
  await coverBelow(height)
  await expect.poll(newestFits).toBe(true)
  const text = `typed by thumb, ${person.username}`
  await field.fill(text)
  await page.locator('.composer .button').click()
  await page.locator('.dots').getByText('●○○').waitFor()
  await page.locator('.comments > li').last().getByText(text).waitFor()
  await motionHasEnded(page)
  await expect.poll(newestFits).toBe(true)
  await coverBelow(phone.height)
  expect(await page.locator('body').evaluate((body) => body.clientHeight)).toBe(phone.height)
})

test('a low window opens at the newest post; its pill counts and leads there; the composer keeps off the screen’s edges', async ({
  visit,
}) => {
  const low = { width: 740, height: 360 }
  const { page } = await visit({ ...moving, viewport: low })
  // Missing posts of a cached page have arrived before the reader scrolls.
  const socket = followed(page)
  await page.goto('/')
  await socket
  const posts = await app.sql`SELECT count(*) AS stored FROM comment
    WHERE question_id = ${today.questionId} AND deleted_at IS NULL`.first<{ stored: number }>()
  await page.locator('.posts [data-count="all"]', { hasText: String(posts!.stored) }).waitFor()
  const newestIsSeen = () =>
    page
      .locator('.comments .text')
      .last()
      .evaluate((item) => {
        const { top, bottom } = item.getBoundingClientRect()
        const composer = document.querySelector('.composer')!.getBoundingClientRect()
        return top >= 0 && bottom <= composer.top
      })
  await expect.poll(newestIsSeen).toBe(true)
  expect((await page.locator('h1').boundingBox())!.y).toBeGreaterThanOrEqual(0)
  await readAt(page, 'answer 90')
  const before = await topOf(page, 'answer 90')
  await postAs(app, await createPerson(app), today.questionId, 'seen by the pill')
  const pill = page.getByRole('button', { name: t('commentList.new', { count: 1 }) })
  await pill.waitFor()
  expect(await topOf(page, 'answer 90')).toBeCloseTo(before, 0)
  await pill.click()
  await pill.waitFor({ state: 'hidden' })
  await expect.poll(newestIsSeen).toBe(true)

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { bottom: 34, left: 44, right: 44 },
  })
  for (const viewport of [phone, { width: 800, height: 600 }, low]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    // When the page scrolls as a whole, the composer stays visible once the list is.
    await page.evaluate(() => window.scrollBy({ top: 300, behavior: 'instant' }))
    const { x, y, width, height } = (await page.locator('.composer .button').boundingBox())!
    expect(x + width, `${viewport.width}`).toBeLessThanOrEqual(viewport.width - 44)
    expect(y + height, `${viewport.width}`).toBeLessThanOrEqual(viewport.height - 34)
  }
})
