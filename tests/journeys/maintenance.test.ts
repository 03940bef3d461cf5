import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { maintenanceStatement } from '../../scripts/operator/maintenance.ts'
import { endTime } from '../../src/i18n/end-time.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { activated, logIn, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'
import { PASSWORD } from '../../harness/credentials.ts'

const app = await ownApp()
const test = journey(app, { allows: [/ 503 /, RESTART] })

afterEach(async () => {
  await app.db.exec('DELETE FROM maintenance_window')
  // The worker caches maintenance windows.
  await app.restartAt(0)
})

const notice = (page: Page) => page.locator('dialog[open]')
const words = (ms: number) => new Date(ms).toISOString().slice(0, 16) + 'Z'

async function setWindow(service: 'auth' | 'question', startMs: number): Promise<void> {
  const sql = maintenanceStatement([service, words(startMs), words(startMs + HOUR_MS)])
  await app.db.exec(sql.replaceAll('\n', ' '))
}
/** Opens a page and waits for the notice, or for its absence after everything has loaded. */
async function openPage(page: Page, path: string, isNoticed: boolean): Promise<void> {
  await page.goto(path)
  await networkIsIdle(page)
  if (isNoticed) await notice(page).waitFor()
  else expect(await notice(page).count()).toBe(0)
}

test.for([
  { service: 'auth', language: 'ja' },
  { service: 'question', language: 'en' },
] as const)(
  'the clock runs through a window of $service, in $language',
  async ({ service, language }, { visit }) => {
    const t = texts[language]
    const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 2 * HOUR_MS
    await setWindow(service, start)
    const at = (ms: number) => app.restartAt(ms - Date.now())
    const { page } = await visit({ language })
    await openPage(page, '/', false)
    await at(start - 5 * MINUTE_MS)
    await openPage(page, '/', false)
    await at(start + 5_000)
    await openPage(page, '/', true)
    const end = new Date(start + HOUR_MS + TOKYO_OFFSET_MS).toISOString()
    expect(await notice(page).locator('b').textContent()).toBe(
      t('dialog.maintenance.until', {
        date: end.slice(0, 10).replaceAll('-', '.'),
        time: end.slice(11, 16),
      }),
    )
    await notice(page)
      .getByRole('button', { name: t('dialog.ok') })
      .click()
    await openPage(page, '/login', true)
    await at(start + HOUR_MS - 5 * MINUTE_MS)
    await openPage(page, '/recent_theme', true)
    await at(start + HOUR_MS + 1_000)
    await openPage(page, '/', false)
  },
)

const t = texts.ja

test('what was typed into a form stays, and is sent after the window', async ({ visit }) => {
  const email = await activated(app)
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS / 2
  await setWindow('auth', start)
  await app.restart()
  const { page } = await visit()
  await page.goto('/login')
  await notice(page).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel(t('field.email')).fill(email)
  await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
  const refused = page.waitForResponse(/user\/login/)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  const response = await refused
  expect(response.status()).toBe(503)
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
  const end = endTime((start + HOUR_MS) / 1000)
  await page.getByText(t('error.maintenance', end), { exact: true }).waitFor()
  expect(await page.getByLabel(t('field.email')).inputValue()).toBe(email)
  expect(await page.getByLabel(t('field.password'), { exact: true }).inputValue()).toBe(PASSWORD)
  await app.db.exec('DELETE FROM maintenance_window')
  await app.restart()
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.waitForURL(`${app.origin}/`)
})

test('a post is refused, its text stays and is posted afterwards; nobody is signed out', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  await setWindow('question', Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS / 2)
  await app.restart()
  await page.goto('/')
  await notice(page).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#post').fill('kept ja')
  const post = page.getByRole('button', { name: t('composer.post'), exact: true })
  const refused = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comment'),
  )
  await post.click()
  expect((await refused).status()).toBe(503)
  await expect.poll(() => page.locator('#post').inputValue()).toBe('kept ja')
  expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).not.toBeNull()
  await app.db.exec('DELETE FROM maintenance_window')
  await app.restart()
  await page.reload()
  await expect.poll(() => page.locator('#post').inputValue()).toBe('kept ja')
  await post.click()
  await page.locator('.comments .text', { hasText: 'kept ja' }).waitFor()
})

test('a malformed window shows nothing and writes one line', async ({ visit }) => {
  await app.db.exec("INSERT INTO maintenance_window VALUES ('auth', 1000, NULL)")
  await app.restart()
  const before = app.logs.length
  const { page, close } = await visit()
  await openPage(page, '/', false)
  await openPage(page, '/login', false)
  const lines = () =>
    app.logs.slice(before).filter((line) => line.includes('"event":"maintenance"'))
  await expect.poll(lines).not.toEqual([])
  expect(lines()).toHaveLength(1)
  await close()
  const someone = await visit()
  await logIn(someone.page, texts.ja, await activated(app))
  await someone.page.waitForURL(`${app.origin}/`)
  await someone.close()
})

test('the notice comes at each start of the app, not at each link within it', async ({ visit }) => {
  await setWindow('auth', Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS / 2)
  await app.restart()
  const { page } = await visit()
  await openPage(page, '/', true)
  await page.keyboard.press('Escape')
  await page.locator('nav.bottom a[href="/recent_theme"]').click()
  await page.waitForURL('**/recent_theme')
  await networkIsIdle(page)
  expect(await notice(page).count()).toBe(0)
  await page.reload()
  await notice(page).waitFor()
})
