import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { journey, type VisitAs } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { desk } from '../../harness/browser.ts'
import { activated, logIn, stored, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS

const app = await ownApp()
const test = journey(app, { allows: / 401 |ERR_INTERNET_DISCONNECTED/ })

afterEach(() => app.setClock(0))

const t = texts.en

async function loggedIn(visit: VisitAs, options: { keep?: boolean } = {}) {
  const someone = await visit({ language: 'en', viewport: desk })
  const email = await activated(app)
  await logIn(someone.page, t, email, options)
  await someone.page.waitForURL(`${app.origin}/`)
  // A session start in flight, of this page or the one before the reload, would mix with the test's own.
  await someone.page.reload({ waitUntil: 'commit' })
  await started(someone.page)
  await someone.page.waitForLoadState()
  return { ...someone, email, context: someone.page.context() }
}

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

describe('logging out', () => {
  const words = texts.ja

  test('asks first, ends the session everywhere, takes drafts along and keeps the language', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: desk })
    const email = await activated(app)
    await logIn(page, words, email)
    await page.waitForURL(`${app.origin}/`)
    await page.evaluate(() => {
      for (const key of ['Draft:question', 'BirthYear:me', 'Feedback:me'])
        localStorage.setItem(key, '{"text":"half a thought"}')
    })
    const other = await page.context().newPage()
    await other.goto(`${app.origin}/recent_theme`)
    await expect.poll(() => isSignedIn(other)).toBe(true)
    const token = (await stored(page, 'AccessToken')).local
    await page.bringToFront()

    await page.getByRole('button', { name: words('menu.open') }).click()
    await page.getByRole('button', { name: words('navigation.logout') }).click()
    const dialog = page.getByRole('dialog', { name: words('dialog.logout.title') })
    await dialog.getByText(words('dialog.logout.text')).waitFor()
    const cancel = dialog.getByRole('button', { name: words('dialog.cancel') })
    expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true)
    await cancel.click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await isSignedIn(page)).toBe(true)

    await page.getByRole('button', { name: words('menu.open') }).click()
    await page.getByRole('button', { name: words('navigation.logout') }).click()
    await dialog.getByRole('button', { name: words('dialog.yes') }).click()
    await expect.poll(() => isSignedIn(page)).toBe(false)
    await expect.poll(() => isSignedIn(other)).toBe(false)
    expect([await personalKeys(page), await personalKeys(other)]).toEqual([[], []])
    const left = await page.evaluate(() => ({ ...localStorage }))
    expect(left).toMatchObject({ Language: 'ja' })
    // No trace of the person: the phone may be shared.
    expect(Object.keys(left).filter((key) => key.includes(':'))).toEqual([])
    await expect
      .poll(async () => {
        const me = await app.fetch('/service/user/v1/user/me', {
          headers: { Authorization: `Bearer ${token}` },
        })
        return me.status
      })
      .toBe(401)
  })

  test('needs nothing that would have to be loaded once it is asked for', async ({ visit }) => {
    const { page } = await visit({ viewport: desk })
    await logIn(page, words, await activated(app))
    await page.waitForURL(`${app.origin}/`)
    await page.reload()
    await networkIsIdle(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: words('menu.open') }).click()
    await page.getByRole('button', { name: words('navigation.logout') }).click()
    const dialog = page.getByRole('dialog', { name: words('dialog.logout.title') })
    await dialog.getByRole('button', { name: words('dialog.yes') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => personalKeys(page)).toEqual([])
    expect(await isSignedIn(page)).toBe(false)
  })
})

describe('a session', () => {
  test('that is not kept stays in its tab', async ({ visit }) => {
    const { page, context, close } = await loggedIn(visit, { keep: false })
    expect((await stored(page, 'AccessToken')).session).toBeTruthy()
    expect((await stored(page, 'UserInfo')).local).toBeNull()
    const other = await context.newPage()
    await other.goto(`${app.origin}/recent_theme`)
    expect([await isSignedIn(other), await personalKeys(other)]).toEqual([false, []])
    await close()
  })

  test('is refreshed once by two tabs at once', async ({ visit }) => {
    const { page, context, close } = await loggedIn(visit)
    const other = await context.newPage()
    await other.goto(`${app.origin}/`)
    // A later call would refresh the session too.
    await networkIsIdle(page)
    await networkIsIdle(other)
    await app.setClock(QUARTER_HOUR_MS + 1000)
    const before = await stored(page, 'UpdateToken')
    const refreshes: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/user/token/')) refreshes.push(request.method())
    })
    const both = [started(page), started(other)]
    await Promise.all([page.reload(), other.reload()])
    await Promise.all(both)
    expect(refreshes).toEqual(['POST'])
    expect((await stored(page, 'UpdateToken')).local).not.toBe(before.local)
    expect([await isSignedIn(page), await isSignedIn(other)]).toEqual([true, true])
    await close()
  })

  test('of a duplicated tab takes over what the other tab refreshed', async ({ visit }) => {
    const { page, context, close } = await loggedIn(visit, { keep: false })
    const opened = context.waitForEvent('page')
    await page.evaluate(() => void window.open('/recent_theme'))
    const twin = await opened
    await expect.poll(() => isSignedIn(twin)).toBe(true)
    await networkIsIdle(twin)
    await app.setClock(QUARTER_HOUR_MS + 1000)
    const refreshed = started(page)
    await page.reload()
    await refreshed
    const { session } = await stored(page, 'UpdateToken')
    await expect.poll(async () => (await stored(twin, 'UpdateToken')).session).toBe(session)
    await app.setClock(2 * QUARTER_HOUR_MS + 2000)
    const again = started(twin)
    await twin.reload()
    await again
    expect(await isSignedIn(twin)).toBe(true)
    await close()
  })

  test('remembers the device it was opened on', async ({ visit }) => {
    const { page } = await visit({
      language: 'en',
      locale: 'fr-CA',
      timezoneId: 'America/New_York',
      viewport: { width: 390, height: 844 },
      screen: { width: 390, height: 844 },
    })
    const email = await activated(app)
    await logIn(page, t, email)
    await page.waitForURL(`${app.origin}/`)
    const row = await app.db
      .prepare(
        'SELECT * FROM session WHERE user_id = (SELECT id FROM user WHERE email_key = ?) ORDER BY created_at DESC',
      )
      .bind(email)
      .first<Record<string, string>>()
    expect(row).toMatchObject({
      local_language: 'fr-CA',
      resolution: '390x844',
      timezone_offset: await page.evaluate(() => String(new Date().getTimezoneOffset())),
      dst_offset: '60',
      device_name: 'Desktop',
    })
    expect(['240', '300']).toContain(row?.['timezone_offset'])
    const localTime =
      Date.parse(`${row?.['local_time']}Z`) + Number(row?.['timezone_offset']) * MINUTE_MS
    expect(Math.abs(localTime - Date.now())).toBeLessThan(10 * MINUTE_MS)
  })

  test('that has ended leads from the settings to the home page only, not to the login as well', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn({ language: 'en' })
    await page.addInitScript(() =>
      globalThis.navigation?.addEventListener('navigate', ({ destination }) =>
        console.info(`to ${new URL(destination.url).pathname}`),
      ),
    )
    const navigations: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('to /')) navigations.push(message.text())
    })
    await app.db.prepare('DELETE FROM session WHERE id = ?').bind(person.sessionId).run()
    await page.goto('/account_settings')
    await expect.poll(() => page.url()).toBe(`${app.origin}/`)
    expect(navigations).toEqual(['to /'])
  })
})
