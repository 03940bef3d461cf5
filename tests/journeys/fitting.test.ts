import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp, setTestClock } from '../../harness/own-app.ts'
import { setQuestionTexts } from '../../harness/question-texts.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { desk, phone } from '../../harness/browser.ts'
import { insertMixedPosts } from '../../harness/posts.ts'
import { createPerson } from '../../harness/people.ts'
import { chooseList, postAs } from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app)

const posts = await insertMixedPosts(app, 50)

type Box = { y: number; height: number }

const box = (page: Page, text: string) => page.locator('.comments .text', { hasText: text })

const slack = (page: Page, text: string) =>
  box(page, text).evaluate((element) => {
    const range = new Range()
    range.selectNodeContents(element)
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    const edges = parseFloat(paddingLeft) + parseFloat(paddingRight)
    return element.clientWidth - edges - range.getBoundingClientRect().width
  })

/** A box that is too narrow has negative slack or one letter per line. */
async function becomesFitted(page: Page, text: string, message = text) {
  await expect.poll(() => slack(page, text).then(Math.abs), { message }).toBeLessThan(2)
  const { width, height } = (await box(page, text).boundingBox())!
  expect(width, message).toBeGreaterThan(height)
}

const isFitted = (page: Page, text: string) =>
  box(page, text).evaluate((element) => (element as HTMLElement).style.width !== '')

test('a post’s menu is inside of the list, whatever the width of the post and the name', async ({
  signedIn,
}) => {
  const author = await createPerson(app, { username: 'Maximilian-Featherstonehaugh_4' })
  const { page, person } = await signedIn({ viewport: phone })
  const question = await app.todaysQuestionId()
  const long = '川べりを歩きます。それだけで一日が静かに終わります。'
  for (const text of ['寝る。', long])
    for (const who of [author, person]) await postAs(app, who, question, text)
  for (const size of [phone, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size)
    await page.goto('/')
    const list = (await page.locator('.scroller').boundingBox())!
    for (const text of ['寝る。', long])
      for (const item of await page.locator('.comments > li', { hasText: text }).all()) {
        await item.locator('summary').click()
        const { x, width } = (await item.locator('.post-menu div').boundingBox())!
        expect(x).toBeGreaterThan(list.x)
        expect(x + width).toBeLessThan(list.x + list.width)
        await page.keyboard.press('Escape')
      }
  }
  await page.setViewportSize({ width: 740, height: 360 })
  await page.goto('/')
  await page.locator('.comments > :last-child summary').click()
  for (const entry of await page.locator('.post-menu button').all()) {
    const { y, height } = (await entry.boundingBox())!
    expect([y > 0, y + height < 360]).toEqual([true, true])
    await entry.click({ trial: true })
  }
  // Near the top, with less space above it than it needs.
  await page.keyboard.press('Escape')
  const button = page.locator('.comments > :nth-last-child(2) summary')
  const panel = page.locator('.post-menu div')
  await button.click()
  const { height } = (await panel.boundingBox())!
  await page.keyboard.press('Escape')
  await button.evaluate((it, y) => scrollBy(0, it.getBoundingClientRect().bottom - y), height + 50)
  await button.click()
  expect((await panel.boundingBox())!.y).toBeGreaterThan((await button.boundingBox())!.y)
})

test('at twice the text size posts have the window of a phone, and the question scrolls away', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: phone })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto('/')
  await page.locator('.comments .text').last().waitFor()
  expect(await page.evaluate(() => matchMedia('(max-height: 30rem)').matches)).toBe(true)
  const positions = ['.home .question', '.home .composer'].map((part) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).position),
  )
  expect(await Promise.all(positions)).not.toContain('sticky')
  // The page opens at its question, whose controls and count cover nothing.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const parts = ['.other-language summary', '.share-question', '.about-site', '.tally']
  const boxes = parts.map(async (part) => (await page.locator(part).first().boundingBox())!)
  const [language, share, about, tally] = (await Promise.all(boxes)) as Box[]
  expect(share!.y).toBeGreaterThanOrEqual(language!.y + language!.height - 1)
  expect(tally!.y).toBeGreaterThanOrEqual(about!.y + about!.height - 1)
  const isCut = page.locator('.tally .readers').evaluate((readers: HTMLElement) => {
    readers.hidden = false
    readers.children[1]!.textContent = '1200'
    return readers.scrollWidth > readers.clientWidth
  })
  expect(await isCut).toBe(false)
})

test('a wrapped comment is as wide as its longest line, at every width, once it is near or shown', async ({
  visit,
}) => {
  const author = await createPerson(app, { username: 'Maximilian-Featherstonehaugh_3' })
  const text = '夕方の川べりを、犬より少しだけ速く歩きます。それだけで一日が、静かに終わります。'
  await postAs(app, author, await app.todaysQuestionId(), text)
  const { page } = await visit({ language: 'en', viewport: desk })
  await page.goto('/')
  for (const width of [desk.width, 320, 500]) {
    await page.setViewportSize({ width, height: 800 })
    await becomesFitted(page, text, `at ${width} px`)
    const time = page.locator('.comments > li', { hasText: text }).locator('.who time')
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1)
  }

  for (const [viewport, scrolls] of [
    [phone, 'auto'],
    [{ width: 640, height: 320 }, 'visible'],
  ] as const) {
    const { page } = await visit({ viewport })
    await page.goto('/')
    // A page starts at the top and then scrolls to the newest, so test neither end.
    const [far, newest] = [posts.at(24)!, posts.at(-1)!]
    await becomesFitted(page, newest)
    const overflow = page.locator('.scroller').evaluate((it) => getComputedStyle(it).overflowY)
    expect(await overflow).toBe(scrolls)
    expect(await isFitted(page, far)).toBe(false)
    await box(page, far).scrollIntoViewIfNeeded()
    await becomesFitted(page, far)
  }

  const { page: own } = await visit({ viewport: desk })
  const english = posts.at(-1)!
  await own.addInitScript(() => localStorage.setItem('ListLanguage', 'ja'))
  await own.goto('/')
  await becomesFitted(own, posts.at(-2)!)
  expect(await box(own, english).isVisible()).toBe(false)
  expect(await isFitted(own, english)).toBe(false)
  await chooseList(own, 'all')
  await becomesFitted(own, english)
})

const windows = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
]

test('a question of 120 characters leaves space for the comments, and the bar is whole, in every window', async ({
  visit,
}) => {
  await setQuestionTexts(app.db, {
    ja: '勇気を出して話しかけた日のことを、'.repeat(8).slice(0, 120),
    en: 'courage '.repeat(15),
  })
  await setTestClock(app, 2 * MINUTE_MS)
  const { page } = await visit()
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  for (const viewport of windows) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const message = `${viewport.width} px`
    const question = await box('#question')
    const comments = await box('.scroller')
    const composer = await box('.composer')
    expect(question.x, message).toBeGreaterThanOrEqual(0)
    const isBeside = question.x + question.width <= comments.x
    const isAbove = question.y + question.height <= comments.y
    expect(isBeside || isAbove, message).toBe(true)
    expect(comments.height, message).toBeGreaterThan(100)
    expect(comments.y + comments.height, message).toBeLessThanOrEqual(composer.y + 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    const isInline = viewport.width >= 768
    expect((await box('.bar .logo')).width, message).toBe(isInline ? 161 : 148)
    expect(await page.locator('.bar .links').isVisible(), message).toBe(isInline)
    expect(await page.locator('nav.bottom').isVisible(), message).toBe(!isInline)
  }
})
