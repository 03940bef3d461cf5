import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, type SignIn } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const t = texts.en

const app = await ownApp()
const test = journey(app, { allows: /ERR_FAILED/ })

const field = (page: Page) => page.getByRole('textbox', { name: t('composer.label') })
const postButton = (page: Page) =>
  page.getByRole('button', { name: t('composer.post'), exact: true })
const own = (page: Page, text: string) => page.locator('.comments > [data-own]', { hasText: text })
const isReady = (page: Page) => page.locator('.dots').getByText('○').first().waitFor()

/** A home page that waits for its post's response, and the page for writing in another tab. */
async function sendAndOpenAnother(signedIn: SignIn, text: string, end: 'continue' | 'abort') {
  const visited = await signedIn({ language: 'en' })
  const { page } = visited
  const { questionId } = await todaysQuestion(app)
  await page.goto('/')
  await isReady(page)
  const ended = Promise.withResolvers<void>()
  await page.route('**/comment/v1/comment', async (route) => {
    await ended.promise
    await route[end]()
  })
  await field(page).fill(text)
  await postButton(page).click()
  await expect.poll(() => field(page).inputValue()).toBe('')
  const other = await page.context().newPage()
  await other.goto(`${app.origin}/add_post?themeID=${questionId}`)
  await isReady(other)
  expect(await field(other).inputValue()).toBe(text)
  return { ...visited, other, end: ended.resolve }
}

const responded = (page: Page) =>
  expect.poll(() => postButton(page).getAttribute('aria-busy')).toBeNull()

test('a text that fails here and was posted from another page does not come back', async ({
  signedIn,
}) => {
  const { page, other, end, close } = await sendAndOpenAnother(signedIn, 'sent once', 'abort')
  await postButton(other).click()
  await own(other, 'sent once').waitFor()
  end()
  await responded(page)
  expect(await field(page).inputValue()).toBe('')
  expect(await page.locator('.composer-note').textContent()).toBe('')
  await page.reload()
  await own(page, 'sent once').waitFor()
  expect(await field(page).inputValue()).toBe('')
  await close()
})

test('a text that is posted here leaves what another page has made of it', async ({ signedIn }) => {
  const { page, other, end, close } = await sendAndOpenAnother(signedIn, 'sent', 'continue')
  await field(other).fill('sent, and continued')
  await other.close()
  end()
  await own(page, 'sent').waitFor()
  await responded(page)
  expect(await field(page).inputValue()).toBe('sent, and continued')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('sent, and continued')
  await close()
})

test('a text from before the login comes to an older one of the same person', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn({ language: 'en' })
  const { questionId } = await todaysQuestion(app)
  await page.goto('/')
  await page.evaluate(
    ([guests, persons]) => {
      localStorage.setItem(guests!, '{"text":"written as a guest"}')
      localStorage.setItem(persons!, '{"text":"left by a session"}')
    },
    [`Draft:${questionId}`, `Draft:${questionId}:${person.userId}`],
  )
  await page.reload()
  await isReady(page)
  const both = 'written as a guest\nleft by a session'
  expect(await field(page).inputValue()).toBe(both)
  await field(page).press('End')
  await field(page).pressSequentially('!')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toContain('!')
  expect((await field(page).inputValue()).replace('!', '')).toBe(both)
})

test('a page shows what another tab makes of the draft, and goes on from it', async ({
  signedIn,
}) => {
  const { page } = await signedIn({ language: 'en' })
  const { questionId } = await todaysQuestion(app)
  await page.goto('/')
  await isReady(page)
  const other = await page.context().newPage()
  await other.goto(`${app.origin}/add_post?themeID=${questionId}`)
  await isReady(other)
  await field(other).fill('written there')
  await expect.poll(() => field(page).inputValue()).toBe('written there')
  await expect.poll(() => page.locator('.composer .count').textContent()).toBe('13/140')
  await field(page).press('End')
  await field(page).pressSequentially(', continued here')
  await expect.poll(() => field(other).inputValue()).toBe('written there, continued here')
})

/** The home page with a draft, whose script waits for `release`. */
async function withDraftBeforeScript(signedIn: SignIn, draft: string) {
  const visited = await signedIn({ language: 'en' })
  const { page, person } = visited
  const { questionId } = await todaysQuestion(app)
  await page.goto('/')
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name!, JSON.stringify({ text })),
    [`Draft:${questionId}:${person.userId}`, draft],
  )
  const script = Promise.withResolvers<void>()
  await page.route('**/_astro/Reading*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await field(page).fill('typed early')
  return { ...visited, release: script.resolve }
}

test('a text that is typed before the script comes to the draft, and both are kept', async ({
  signedIn,
}) => {
  const { page, release, close } = await withDraftBeforeScript(signedIn, 'from before')
  release()
  await expect.poll(() => field(page).inputValue()).toBe('from before\ntyped early')
  await isReady(page)
  await page.unroute('**/_astro/Reading*.js')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('from before\ntyped early')
  await close()
})

test('a press on Post before the script posts no text that the person has not seen', async ({
  signedIn,
}) => {
  const { page, release, close } = await withDraftBeforeScript(signedIn, 'from before')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comment')) posts.push(request.url())
  })
  await postButton(page).click()
  release()
  await expect.poll(() => field(page).inputValue()).toBe('from before\ntyped early')
  await isReady(page)
  await networkIsIdle(page)
  expect(posts).toEqual([])
  expect(await postButton(page).getAttribute('aria-busy')).toBeNull()
  await close()
})
