import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { activated, t } from '../../harness/steps/account-steps.ts'

const MENU = '/account_settings'
const forPeople = `${MENU} /email /email/confirm /password /gender /year_of_birth /privacy
  /reminder /profile /delete_account /delete_account/otp_email`.split(/\s+/)

const app = await sharedApp()
const test = journey(app, { allows: /ERR_FAILED/ })

const save = (page: Page) => page.getByRole('button', { name: t('settings.save') })

test('leads to the login and back; Save leads to the row, focused and announced, in every tab', async ({
  visit,
}) => {
  const { page } = await visit()
  const email = await activated(app)
  for (const path of [...forPeople, '/gender']) {
    await page.goto(`${path === MENU ? '/ja' : ''}${path}?token=secret`)
    await page.waitForURL(`**/login?next=${encodeURIComponent(path)}`)
  }
  await page.getByLabel(t('field.email')).fill(email)
  await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.waitForURL('**/gender')
  const other = await page.context().newPage()
  await other.goto(app.origin + MENU)
  const gender = (tab: Page) => tab.locator('[data-value="gender"]').textContent()
  await expect.poll(() => gender(other)).toBe(t('settings.unset'))
  await other.getByText(t('settings.uncovered')).waitFor()
  await page.getByLabel(t('gender.3')).check()
  await page.setViewportSize({ width: 360, height: 560 })
  await save(page).click()
  await page.waitForURL(`**${MENU}`)
  const notice = page.locator('.page-notice')
  const saved = t('notice.saved', { setting: t('settings.gender') })
  await expect.poll(() => notice.textContent()).toBe(saved)
  const row = (await page.locator('[data-setting="gender"]:focus').boundingBox())!
  const { y, height } = (await notice.boundingBox())!
  expect(y + height <= row.y || row.y + row.height <= y).toBe(true)
  const isCut = (value: HTMLElement) => value.scrollWidth > value.clientWidth
  expect(await page.locator('[data-value="email"]').evaluate(isCut)).toBe(false)
  for (const tab of [page, other]) await expect.poll(() => gender(tab)).toBe(t('gender.3'))
  expect(await page.evaluate(() => sessionStorage.getItem('Notice'))).toBeNull()

  // Back from a page of this site, and from none.
  await page.locator('main a[href="/privacy"]').click()
  await page.waitForURL('**/privacy')
  await page.getByRole('switch', { name: t('privacySetting.reports') }).uncheck()
  await page.getByRole('status').getByText(t('settings.saved')).waitFor()
  await notice.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(`**${MENU}`)
  await page.getByText(t('settings.noReports')).waitFor()
  await page.evaluate(() => location.assign('/profile'))
  await page.waitForURL('**/profile')
  await page.locator('[data-back]').click()
  await page.waitForURL(`**${MENU}`)
  const { page: direct } = await visit({
    storageState: await page.context().storageState(),
  })
  await direct.goto('/profile')
  await direct.locator('[data-back]').click()
  await direct.waitForURL(`${app.origin}/`)
})
