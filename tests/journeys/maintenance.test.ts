import { expect } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { endTime } from '../../src/i18n/end-time.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { t } from '../../harness/steps/account-steps.ts'
import { pagesTell, setMaintenance } from '../../harness/steps/dialog-openers.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: / 503 / })

test('a maintenance is announced at each start of the app with its end, refuses a post and keeps its text', async ({
  signedIn,
}) => {
  const end = Date.now() + HOUR_MS
  await setMaintenance(app, end)
  const { page, person } = await signedIn({ timezoneId: 'America/New_York' })
  const dialog = page.locator('dialog[open]')
  // Another notice is due, which waits.
  await page.addInitScript(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
  await page.goto('/')
  const until = t('dialog.maintenance.until', endTime(Math.floor(end / 1000)))
  await dialog.getByText(until, { exact: true }).waitFor()
  expect(await dialog.locator('h2').textContent()).toBe(t('dialog.maintenance.title'))
  await page.keyboard.press('Escape')
  await networkIsIdle(page)
  expect(await dialog.count()).toBe(0)
  await page.locator('nav.bottom a[href="/recent_theme"]').click()
  await page.waitForURL('**/recent_theme')
  await networkIsIdle(page)
  expect(await dialog.count()).toBe(0)
  await page.reload()
  await dialog.waitFor()

  await page.goto('/')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  const text = page.locator('#post')
  await text.fill('kept')
  const post = page.getByRole('button', { name: t('composer.post'), exact: true })
  const refused = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comment'),
  )
  await post.click()
  expect((await refused).status()).toBe(503)
  await expect.poll(() => text.inputValue()).toBe('kept')
  expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).not.toBeNull()
  await grant(app, person, 'moderator')
  await page.goto('/operator/cases')
  await page.getByText(t('error.maintenance', endTime(Math.floor(end / 1000)))).waitFor()
  expect(await dialog.count()).toBe(0)
  await app.db.exec('DELETE FROM maintenance_window')
  await pagesTell(app, /maintenance;desc="none/)
  await page.goto('/')
  await dialog.getByRole('heading', { name: t('dialog.updateInfo.title') }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => text.inputValue()).toBe('kept')
  await post.click()
  await page.locator('.comments .text', { hasText: 'kept' }).waitFor()
})
