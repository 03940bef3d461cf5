import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { createPeople, insertComments } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import { hold, pageContains, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await sharedApp()
const { questionId } = await todaysQuestion(app)
// Enough for the language filter.
const people = await createPeople(app, 30)
const text = '遅れて見える一言'
await insertComments(
  app,
  people.map(({ userId }) => ({ questionId, userId, text })),
)
await pageContains(app, text)
const test = journey(app, { allows: /ERR_FAILED/ })

const failure = (page: Page) => page.getByRole('alert').getByText(t('site.notLoaded'))
const hydrate = '**/_astro/hydrate.*'
const dialogs = '**/_astro/dialogs.*'
const styles = '**/_astro/on-demand.*'

test('a guest’s page says what failed, tries it again, and keeps what was chosen meanwhile', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.addInitScript(() => localStorage.setItem('ListLanguage', 'en'))
  for (const address of [hydrate, dialogs, styles])
    await page.route(address, (route) => route.abort())
  const post = page.locator('.composer .button')
  const isRefused = async () => {
    await post.click()
    await failure(page).waitFor()
    await page.mouse.click(1, 1)
    await page.locator('.load-failure').waitFor({ state: 'detached' })
  }
  await page.goto('/')
  await isRefused()

  await page.unroute(hydrate)
  const arrive = await hold(page, hydrate)
  await page.getByRole('button', { name: t('listLanguage.label') }).click()
  await page.getByRole('radio', { name: t('listLanguage.all') }).click()
  await page.keyboard.press('Escape')
  const japanese = page.locator('.comments .text[lang=ja]').last()
  expect(await japanese.isVisible()).toBe(false)
  arrive()
  await japanese.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('ListLanguage'))).toBeNull()

  await isRefused()
  await page.unroute(dialogs)
  const login = page.getByRole('dialog', { name: t('dialog.loginRequired.title') })
  const link = page.locator('link[href*="/on-demand."]')
  await post.click()
  await login.waitFor()
  await expect.poll(() => link.count()).toBe(0)
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'detached' })
  await page.unroute(styles)
  await post.click()
  await login.waitFor()
  await expect.poll(() => link.evaluate(({ sheet }: HTMLLinkElement) => sheet !== null)).toBe(true)
})

test('a composer whose words fail or are late says so, keeps the text, and posts when they come, if unstyled', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  const words = '**/words.ja.json'
  await page.route(styles, () => {})
  await page.route(words, (route) => route.abort())
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + MINUTE_MS)
  await page.goto('/')
  const text = '遅れて届く'
  const field = page.getByRole('textbox', { name: t('composer.label') })
  const post = page.locator('.composer-post')
  await field.pressSequentially(text)
  await failure(page).waitFor()
  await post.click()
  await failure(page).waitFor()

  await page.unroute(words)
  const arrive = await hold(page, words)
  await post.click()
  await page.locator('.composer-post[aria-busy]').waitFor()
  await page.clock.fastForward(10_000)
  await failure(page).waitFor()
  expect(await post.getAttribute('aria-busy')).toBeNull()
  expect(await field.inputValue()).toBe(text)
  await field.press('Control+Enter')
  await page.locator('.composer-post[aria-busy]').waitFor()
  arrive()
  await page.locator('.comments').getByText(text).waitFor()
  await page.locator('.composer-post:not([aria-busy])').waitFor()
})

test('a dialog whose script is slow says so, can be closed, and opens', async ({ visit }) => {
  const { page, close } = await visit()
  const release = await hold(page, '**/_astro/ReportDialog.*.js')
  await page.goto('/')
  const menu = page.getByLabel(t('commentList.menu')).last()
  const report = async () => {
    await menu.click()
    await page.getByRole('button', { name: t('post.report'), exact: true }).click()
  }
  const loading = page.getByRole('dialog', { name: t('dialog.loading') })
  await report()
  await loading.getByRole('button', { name: t('dialog.cancel') }).click()
  await loading.waitFor({ state: 'detached' })
  await report()
  await loading.waitFor()
  release()
  await loading.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: t('dialog.report.title') }).waitFor()
  await close()
})
