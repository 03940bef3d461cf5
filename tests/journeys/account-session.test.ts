import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { journey } from '../../harness/journey.ts'
import { newMail } from '../../harness/outbox.ts'
import { setTestClock, sharedApp } from '../../harness/own-app.ts'
import { desk } from '../../harness/browser.ts'
import { activated, logIn, stored, t } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS

const app = await sharedApp()
const test = journey(app, { allows: / 401 |ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

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
  await logIn(page, email)
  await page.waitForURL(`${app.origin}/`)
  await other.waitForURL('**/recent_theme')
  await page.goBack()
  await page.waitForURL(`${app.origin}/`)
  for (const path of ['/login', '/signup', '/forgot_password']) {
    await page.goto(path)
    await page.waitForURL(`${app.origin}/`)
  }
  await page.evaluate(() => {
    localStorage.setItem('ListLanguage', 'en')
    for (const key of ['Draft:question', 'BirthYear:me', 'Feedback:me'])
      localStorage.setItem(key, `{"text":"half a thought","savedAt":${Date.now()}}`)
  })
  await expect.poll(() => isSignedIn(other)).toBe(true)
  const token = (await stored(page, 'AccessToken')).local
  await page.bringToFront()

  const dialog = page.getByRole('dialog', { name: t('dialog.logout.title') })
  await askToLogOut(page)
  await dialog.getByText(t('dialog.logout.text')).waitFor()
  await dialog.getByText(t('dialog.logout.draft')).waitFor()
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
  await page.getByText(t('dialog.logout.done')).waitFor()
  await expect.poll(() => isSignedIn(page)).toBe(false)
  await expect.poll(() => isSignedIn(other)).toBe(false)
  expect([await personalKeys(page), await personalKeys(other)]).toEqual([[], []])
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(left).toMatchObject({ Language: 'ja', ListLanguage: 'en' })
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

test('two tabs refresh a session once, a token in another browser ends the session, and the list of devices ends others', async ({
  visit,
}) => {
  const [{ page }, phone, thief] = [await visit({ viewport: desk }), await visit(), await visit()]
  const email = await activated(app)
  for (const browser of [page, phone.page]) {
    await logIn(browser, email)
    await browser.waitForURL(`${app.origin}/`)
  }
  await setTestClock(app, QUARTER_HOUR_MS + 1000)
  const tab = await page.context().newPage()
  const before = (await stored(page, 'UpdateToken')).local
  const refreshes: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/user/token/')) refreshes.push(request.method())
  })
  await app.sql`UPDATE session SET device_name = CASE created_at
      WHEN (SELECT max(created_at) FROM session) THEN 'iOS' END`.run()
  const both = [started(page), started(tab)]
  await Promise.all([page.reload(), tab.goto(`${app.origin}/sessions`), ...both])
  expect(refreshes).toEqual(['POST'])
  expect((await stored(page, 'UpdateToken')).local).not.toBe(before)
  const rows = tab.locator('.people li')
  await expect.poll(() => rows.count()).toBe(3)
  const [used, since] = [
    '最終利用：\\d+年\\d+月\\d+日 \\d\\d:\\d\\d',
    '\\d+年\\d+月\\d+日にログイン',
  ]
  const here = `^${t('sessions.device.unknown')}\\s+${used}\\s+${since}\\s+${t('sessions.current')}$`
  expect(await rows.first().innerText()).toMatch(new RegExp(here))

  const endOthers = tab.getByRole('button', { name: t('sessions.endOthers') })
  await tab.route('**/sessions/others', (route) => route.abort())
  await endOthers.click()
  await tab.getByText(t('sessions.endFailed')).waitFor()
  await tab.unroute('**/sessions/others')
  expect(await rows.count()).toBe(3)
  const device = t('sessions.device.iOS')
  await tab.getByRole('button', { name: t('sessions.endOf', { device }), exact: true }).click()
  await tab.getByText(t('sessions.ended', { device })).waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  // The pressed button is gone.
  await tab.locator('.people:focus').waitFor()
  await endOthers.click()
  await tab.getByText(t('sessions.othersEnded')).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await tab.locator('main').getByRole('button').count()).toBe(0)
  await phone.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => personalKeys(phone.page)).toEqual([])
  await phone.page.getByText(t('composer.error.session')).waitFor()

  const copied = await page.evaluate(() => ({ ...localStorage }))
  await thief.page.goto(`${app.origin}/avatar.svg`)
  await thief.page.evaluate((copy) => Object.assign(localStorage, copy), copied)
  await setTestClock(app, 2 * QUARTER_HOUR_MS + 2000)
  await thief.page.goto(`${app.origin}/`)
  await expect.poll(() => personalKeys(thief.page)).toEqual([])
  await page.reload()
  await expect.poll(() => personalKeys(page)).toEqual([])
  expect((await newMail(app, email, 1)).kind).toBe('sessionEnded')
})
