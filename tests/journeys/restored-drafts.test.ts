import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findChromium } from '../../harness/local/chromium.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

/** Debian's headless shell has no back-forward cache; CI must have the full browser. */
const needsWholeBrowser = !findChromium(true) && !process.env['CI']
const t = texts.en

const app = await ownApp()
const test = journey(app, { keepsPages: true, allows: /ERR_FAILED/ })

const field = (page: Page) => page.getByRole('textbox', { name: t('composer.label') })
const count = (page: Page) => page.locator('.composer .count')
const note = (page: Page) => page.locator('.composer-note')
const postButton = (page: Page) =>
  page.getByRole('button', { name: t('composer.post'), exact: true })

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => Object.assign(globalThis, { wasHere: true }))
}

async function openPageForWriting(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('composer.openForm') }).click()
  await page.waitForURL('**/add_post?*')
}

async function leaveHome(page: Page, text: string): Promise<void> {
  await openHome(page)
  await networkIsIdle(page)
  if (text) await field(page).fill(text)
  await openPageForWriting(page)
  await networkIsIdle(page)
}

async function holdComposer(page: Page) {
  const composer = '**/_astro/hydrate*.js'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(composer, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(composer)
  return { asked: () => asked, release }
}

/** Extends the draft on the page for writing, then returns to a home page whose composer loads late. */
async function lengthenDraft(page: Page, releaseComposer: () => void): Promise<void> {
  await openPageForWriting(page)
  await field(page).fill('a longer draft')
  releaseComposer()
  await page.evaluate(() => history.back())
  await homeIsRestored(page)
}

async function homeIsRestored(page: Page): Promise<void> {
  const shown = () => page.evaluate(() => [location.pathname, 'wasHere' in globalThis])
  await expect.poll(shown).toEqual(['/', true])
}

describe.skipIf(needsWholeBrowser)('a home page from the browser’s memory', () => {
  test.for(['a', ''])(
    'shows the longer draft of the page for writing after “%s”',
    async (begun, { visit }) => {
      const { page } = await visit({ language: 'en' })
      await leaveHome(page, begun)
      expect(await field(page).inputValue()).toBe(begun)
      await field(page).fill('a longer draft')
      await page.evaluate(() => history.back())
      await homeIsRestored(page)
      await expect.poll(() => field(page).inputValue()).toBe('a longer draft')
      await expect.poll(() => count(page).textContent()).toBe('14/140')
      await field(page).press('End')
      await field(page).pressSequentially('!')
      await page.reload()
      await expect.poll(() => field(page).inputValue()).toBe('a longer draft!')
    },
  )

  test('shows the longer draft when it was left before its script had loaded', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    const { asked, release } = await holdComposer(page)
    await openHome(page)
    await field(page).fill('a')
    await asked()
    await lengthenDraft(page, release)
    await expect.poll(() => field(page).inputValue()).toBe('a longer draft')
  })

  test('posts the longer draft by a press on what is shown, not by one from before', async ({
    signedIn,
  }) => {
    const { page } = await signedIn({ language: 'en' })
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/comment')) return
      posts.push((request.postDataJSON() as { text: string }).text)
    })
    const { asked, release } = await holdComposer(page)
    await openHome(page)
    await asked()
    await field(page).fill('a')
    await postButton(page).click()
    await expect.poll(() => postButton(page).getAttribute('aria-busy')).toBe('true')
    await lengthenDraft(page, release)
    await expect.poll(() => field(page).inputValue()).toBe('a longer draft')
    await page.locator('.dots').getByText('○○○').waitFor()
    await postButton(page).click()
    await page.locator('.comments > [data-own]', { hasText: 'a longer draft' }).waitFor()
    await page.locator('.dots').getByText('●○○').waitFor()
    expect(posts).toEqual(['a longer draft'])
  })

  test('holds nothing of a text that was posted, nor the note about it', async ({ signedIn }) => {
    const { page, problems } = await signedIn({ language: 'en' })
    await page.goto('/')
    await page.locator('.dots').getByText('○○○').waitFor()
    await leaveHome(page, 'steaming soup')
    await page.evaluate(() => history.back())
    await homeIsRestored(page)
    await page.route('**/comment/v1/comment', (route) => route.abort())
    await postButton(page).click()
    await expect.poll(() => note(page).textContent()).toBe(t('composer.error.network'))
    expect(await field(page).inputValue()).toBe('steaming soup')
    await page.unroute('**/comment/v1/comment')
    await page.getByRole('link', { name: t('composer.openForm') }).click()
    await page.waitForURL('**/add_post?*')
    await postButton(page).click()
    await homeIsRestored(page)
    await page.locator('.comments > [data-own]', { hasText: 'steaming soup' }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('')
    await expect.poll(() => count(page).textContent()).toBe('0/140')
    await expect.poll(() => note(page).textContent()).toBe('')
    await expect.poll(() => postButton(page).getAttribute('aria-busy')).toBeNull()
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([])
  })

  test('keeps its own text and note when no other page has changed the draft', async ({
    signedIn,
  }) => {
    const { page } = await signedIn({ language: 'en' })
    const { questionId } = await todaysQuestion(app)
    await page.goto('/')
    await page.locator('.dots').getByText('○○○').waitFor()
    await page.route('**/comment/v1/comment', (route) => route.abort())
    await field(page).fill('not sent')
    await postButton(page).click()
    await expect.poll(() => note(page).textContent()).toBe(t('composer.error.network'))
    await page.evaluate(() => Object.assign(globalThis, { wasHere: true }))
    await page.goto(`/theme_details?themeID=${questionId}`)
    await networkIsIdle(page)
    await page.evaluate(() => history.back())
    await homeIsRestored(page)
    expect(await field(page).inputValue()).toBe('not sent')
    expect(await note(page).textContent()).toBe(t('composer.error.network'))
  })
})
