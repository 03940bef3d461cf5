import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { desk, phone } from '../../harness/browser.ts'
import { insertMixedPosts } from '../../harness/mixed-posts.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { postAs } from '../../harness/steps/reading-steps.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

const app = await ownApp()
const test = journey(app)

let posts: string[]

beforeAll(async () => {
  posts = await insertMixedPosts(app, 50)
})

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

test('narrows the box of a wrapped comment to its longest line, at every width', async ({
  visit,
}) => {
  const author = await createPerson(app, { username: 'Maximilian-Featherstonehaugh_3' })
  const text = '夕方の川べりを、犬より少しだけ速く歩きます。それだけで一日が、静かに終わります。'
  await postAs(app, author, await todaysQuestionId(app), text)
  const { page } = await visit({ language: 'en', viewport: desk })
  await page.goto('/')
  for (const width of [desk.width, 320, 500]) {
    await page.setViewportSize({ width, height: 800 })
    await becomesFitted(page, text, `at ${width} px`)
    const time = page.locator('.comments > li', { hasText: text }).locator('.who time')
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1)
  }
})

test.for([
  { title: 'in its box', viewport: phone, scrolls: 'auto' },
  {
    title: 'with the page, in a low window',
    viewport: { width: 640, height: 320 },
    scrolls: 'visible',
  },
])(
  'fits a comment once scrolling $title brings it near',
  async ({ viewport, scrolls }, { visit }) => {
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
  },
)

test('fits a comment that was hidden once it is shown', async ({ visit }) => {
  const { page } = await visit({ viewport: desk })
  const english = posts.at(-1)!
  await page.addInitScript(() => localStorage.setItem('ListLanguage', 'ja'))
  await page.goto('/')
  await becomesFitted(page, posts.at(-2)!)
  expect(await box(page, english).isVisible()).toBe(false)
  expect(await isFitted(page, english)).toBe(false)
  await page.getByRole('button', { name: texts.ja('listLanguage.label') }).click()
  await page.getByRole('radio', { name: texts.ja('listLanguage.all') }).click()
  await becomesFitted(page, english)
})
