import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { questionPath } from '../../src/domain/question.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { touchChat, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ demonstration: true })
const test = journey(app, { allows: /ERR_FAILED/ })

const t = texts.ja
const failure = (page: Page) => page.getByRole('alert').getByText(t('site.notLoaded'))

test('loads the script of a form again', async ({ visit }) => {
  const { page } = await visit()
  await page.route(/\/_astro\/Login\.[^?]*$/, (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByText(t('error.emailEmpty')).waitFor()
})

test('says so when a dialog cannot be loaded', async ({ visit }) => {
  const { page } = await visit()
  await page.route('**/_astro/dialogs.*', (route) => route.abort())
  await page.goto('/')
  await touchChat(page)
  for (const selector of ['.post-menu summary', '.post-menu button']) {
    await page.locator(selector).first().focus()
    await page.keyboard.press('Enter')
  }
  await failure(page).waitFor()
  await page.mouse.click(5, 5)
  await page.locator('.load-failure').waitFor({ state: 'detached' })
})

test('says so when the composer of a guest cannot be loaded, and tries again', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.route('**/_astro/hydrate.*', (route) => route.abort())
  await page.goto('/')
  const post = page.locator('.composer .button')
  await post.click()
  await failure(page).waitFor()
  await page.mouse.click(5, 5)
  await page.unroute('**/_astro/hydrate.*')
  await post.click()
  await page.getByRole('dialog', { name: t('dialog.loginRequired.title') }).waitFor()
})

test('says so when the composer does not come in time, keeps the text, and tries again', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_astro/hydrate.*', async (route) => {
    await arrival
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/')
  const text = 'late in ja'
  const field = page.getByRole('textbox', { name: t('composer.label') })
  const post = page.locator('.composer-post')
  await field.fill(text)
  for (let press = 1; press <= 2; press++) {
    await post.click()
    await page.locator('.composer-post[aria-busy]').waitFor()
    await page.clock.fastForward(10_000)
    await failure(page).waitFor()
    expect(await post.getAttribute('aria-busy')).toBeNull()
    expect(await field.inputValue()).toBe(text)
  }
  arrive()
  await post.click()
  await page.locator('.comments').getByText(text).waitFor()
})

test('posts while the styles of the composer hang', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.route('**/_astro/on-demand.*', () => {})
  await page.goto('/')
  await page.getByRole('textbox', { name: t('composer.label') }).fill('plain in ja')
  await page.locator('.composer-post').click()
  await page.locator('.comments').getByText('plain in ja').waitFor()
})

test('switches the language by the address while the script hangs, with the query', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.route('**/_astro/language-switch.*', () => {})
  await page.goto('/login?next=/profile')
  const other = 'en'
  await page.locator(`a[data-language=${other}]:visible`).click()
  await page.waitForURL(
    (url) => url.search === '?next=/profile' && url.pathname.includes(`/${other}/`),
  )
})

test('keeps a choice of all languages that is made before the chat’s script has come', async ({
  visit,
}) => {
  const { page } = await visit()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_astro/hydrate.*', async (route) => {
    await arrival
    await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('ListLanguage', 'en'))
  const yesterday = await yesterdaysQuestion(app)
  const asked = page.waitForRequest('**/_astro/hydrate.*')
  await page.goto(questionPath(yesterday.questionId))
  await asked
  await page.getByRole('button', { name: t('listLanguage.label') }).click()
  await page.getByRole('radio', { name: t('listLanguage.all') }).click()
  arrive()
  const shown = page.locator('.comments .text:visible')
  await expect.poll(() => shown.count()).toBe(yesterday.questionCommentsCount)
  expect(await page.evaluate(() => localStorage.getItem('ListLanguage'))).toBeNull()
})

test('loads the styles of dialogs again for the next one after they failed', async ({ visit }) => {
  const { page } = await visit()
  await page.route('**/_astro/on-demand.*', (route) => route.abort())
  await page.goto('/')
  const report = page.getByRole('dialog', { name: t('dialog.report.title') })
  const open = async () => {
    for (const selector of ['.post-menu summary', '.post-menu button']) {
      await page.locator(selector).first().focus()
      await page.keyboard.press('Enter')
    }
    await report.waitFor()
  }
  const styles = page.locator('link[href*="/on-demand."]')
  await touchChat(page)
  await open()
  expect(await styles.count()).toBe(0)
  await page.keyboard.press('Escape')
  await report.waitFor({ state: 'detached' })
  await page.unroute('**/_astro/on-demand.*')
  await open()
  await expect
    .poll(() => styles.evaluate((link: HTMLLinkElement) => link.sheet !== null))
    .toBe(true)
})

describe('without the words of the composer', () => {
  const words = '**/words.ja.json'
  const field = (page: Page) => page.getByRole('textbox', { name: t('composer.label') })
  const post = (page: Page) => page.getByRole('button', { name: t('composer.post'), exact: true })

  test('tells a person who types or presses, once at a time, and posts when they come', async ({
    signedIn,
  }) => {
    const { page } = await signedIn()
    await page.route(words, (route) => route.abort())
    const text = 'not lost in ja'
    await page.goto('/')
    await networkIsIdle(page)
    await field(page).focus()
    await field(page).pressSequentially(text)
    await failure(page).waitFor()
    expect(await failure(page).count()).toBe(1)
    await post(page).click()
    await failure(page).waitFor()
    await page.unroute(words)
    await field(page).press('!')
    await failure(page).waitFor({ state: 'detached' })
    await post(page).click()
    await page.locator('.comments').getByText(`${text}!`).waitFor()
  })

  test('shows that a press waits, and posts when they come', async ({ signedIn }) => {
    const { page } = await signedIn()
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(words, async (route) => {
      await arrival
      await route.continue()
    })
    const text = 'patient in ja'
    await page.goto('/')
    await field(page).fill(text)
    await post(page).click()
    await page.locator('.composer-post[aria-busy="true"]').waitFor()
    arrive()
    await page.locator('.comments').getByText(text).waitFor()
    await page.locator('.composer-post:not([aria-busy])').waitFor()
  })
})
