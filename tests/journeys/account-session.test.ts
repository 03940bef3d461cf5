import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { desk } from '../../harness/browser.ts'
import { activated, logIn, stored, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS

const app = await ownApp()
const test = journey(app, { allows: [/ 401 |ERR_INTERNET_DISCONNECTED|ERR_FAILED/, RESTART] })

afterEach(() => app.setClock(0))

const t = texts.ja

const isSignedIn = (page: Page) => page.evaluate(() => 'person' in document.documentElement.dataset)

/** Stored keys of `docs/product.md#storage-keys`, without the language. */
const personalKeys = (page: Page) =>
  page.evaluate(() =>
    ['AccessToken', 'UpdateToken', 'UserName', 'EmailAddress', 'UserInfo'].filter(
      (key) => key in sessionStorage || key in localStorage,
    ),
  )

const started = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/user/me') && response.status() === 200,
  )

/** The page loads its dialogs when it is idle. */
const dialogsAreReady = (page: Page) =>
  page.locator('[type="speculationrules"] ~ div').waitFor({ state: 'attached' })

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('menu.open') }).click()
  await page.getByRole('button', { name: t('navigation.logout') }).click()
}

test('a login and a log out count in every tab; the log out asks first, and takes drafts along', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: desk })
  const email = await activated(app)
  const other = await page.context().newPage()
  await other.goto(`${app.origin}/login?next=%2Frecent_theme`)
  await logIn(page, t, email)
  await page.waitForURL(`${app.origin}/`)
  await other.waitForURL('**/recent_theme')
  await page.goBack()
  await page.waitForURL(`${app.origin}/`)
  for (const path of ['/login', '/signup', '/forgot_password']) {
    await page.goto(path)
    await page.waitForURL(`${app.origin}/`)
  }
  await page.evaluate(() => {
    for (const key of ['Draft:question', 'BirthYear:me', 'Feedback:me'])
      localStorage.setItem(key, '{"text":"half a thought"}')
  })
  await expect.poll(() => isSignedIn(other)).toBe(true)
  const token = (await stored(page, 'AccessToken')).local
  await page.bringToFront()

  const dialog = page.getByRole('dialog', { name: t('dialog.logout.title') })
  await askToLogOut(page)
  await dialog.getByText(t('dialog.logout.text')).waitFor()
  const cancel = dialog.getByRole('button', { name: t('dialog.cancel') })
  expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true)
  await cancel.click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await isSignedIn(page)).toBe(true)

  await askToLogOut(page)
  // What only the person may see goes with the document.
  const loads = [page, other].map((tab) => tab.waitForEvent('load'))
  await dialog.getByRole('button', { name: t('dialog.yes') }).click()
  await Promise.all(loads)
  await expect.poll(() => isSignedIn(page)).toBe(false)
  await expect.poll(() => isSignedIn(other)).toBe(false)
  expect([await personalKeys(page), await personalKeys(other)]).toEqual([[], []])
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(left).toMatchObject({ Language: 'ja' })
  // No trace of the person: the phone may be shared.
  expect(Object.keys(left).filter((key) => key.includes(':'))).toEqual([])
  const headers = { Authorization: `Bearer ${token}` }
  const me = async () => (await app.fetch('/service/user/v1/user/me', { headers })).status
  await expect.poll(me).toBe(401)
})

test('a log out needs no connection, whether its script has come or not', async ({ signedIn }) => {
  const yes = (page: Page) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.yes') })
      .click()
  for (const path of ['/', '/recent_theme']) {
    const { page } = await signedIn({ viewport: desk })
    if (path !== '/') await page.route('**/_astro/session.*', (route) => route.abort())
    await page.goto(path)
    await dialogsAreReady(page)
    await networkIsIdle(page)
    await page.context().setOffline(true)
    await askToLogOut(page)
    // The browser's error page or the offline page, if the service worker is ready.
    const leavesPage = page.waitForEvent('framenavigated')
    await yes(page)
    await leavesPage
    await page.context().setOffline(false)
    await page.goto('/')
    expect(await personalKeys(page)).toEqual([])
    expect(await isSignedIn(page)).toBe(false)
  }
})

test('a session is refreshed once by two tabs at once', async ({ signedIn }) => {
  const { page } = await signedIn()
  const other = await page.context().newPage()
  // A file of the site, which starts no session: now the tabs have the person's storage.
  await page.goto('/avatar.svg')
  await app.setClock(QUARTER_HOUR_MS + 1000)
  const before = await stored(page, 'UpdateToken')
  const refreshes: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/user/token/')) refreshes.push(request.method())
  })
  const both = [started(page), started(other)]
  await Promise.all([page.goto('/'), other.goto(`${app.origin}/`)])
  await Promise.all(both)
  expect(refreshes).toEqual(['POST'])
  expect((await stored(page, 'UpdateToken')).local).not.toBe(before.local)
  expect([await isSignedIn(page), await isSignedIn(other)]).toEqual([true, true])
})
