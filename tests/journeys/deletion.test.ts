import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { siteLinkPath } from '../../src/domain/site-links.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import {
  codeRefused,
  logIn,
  activated,
  texts,
  typeCode,
  wrongCode,
} from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 40[16] |ERR_FAILED/ })

const people = (email: string) =>
  app.db
    .prepare('SELECT count(*) AS n FROM user WHERE email_key = ?')
    .bind(email)
    .first<number>('n')

const path = (page: Page) => new URL(page.url()).pathname

describe('leaving', () => {
  const t = texts.ja
  const understood = (page: Page) => page.getByLabel(t('deleteAccount.understood'))
  const submit = (page: Page) => page.getByRole('button', { name: t('deleteAccount.submit') })

  async function toTheLastStep(page: Page, email: string): Promise<void> {
    await page.goto('/account_settings')
    await page.getByRole('link', { name: t('settings.deleteAccount') }).click()
    await page.waitForURL('**/delete_account')
    await page.getByText(t('deleteAccount.lead')).waitFor()
    await page.getByRole('link', { name: t('deleteAccount.sendCode') }).click()
    await page.waitForURL('**/delete_account/otp_email')
    const code = await codeTo(app, email)
    await typeCode(page, wrongCode(code))
    await codeRefused(page, t)
    await typeCode(page, code)
    await page.getByRole('button', { name: t('otp.confirm') }).click()
    await page.waitForURL(`**/delete_account_proceed?passCode=${code}`)
    await page.getByText(t('deleteAccount.verified')).waitFor()
  }

  test('warning, code, checkbox, and everything is gone', async ({ visit }) => {
    const email = await activated(app)
    const { page } = await visit()
    await logIn(page, t, email)
    await page.waitForURL(`${app.origin}/`)
    await toTheLastStep(page, email)
    await page.evaluate(async () => {
      localStorage.setItem('Draft:question', 'half a thought')
      // The service worker caches the home page, which may show the person's posts.
      await caches.open('read')
    })

    const help = page.getByRole('link', { name: t('link.help') })
    expect(await help.getAttribute('href')).toBe(siteLinkPath('help'))
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await submit(page).click()
    await page.getByText(t('deleteAccount.mustUnderstand')).waitFor()
    await expect
      .poll(() => understood(page).evaluate((box) => box === document.activeElement))
      .toBe(true)
    expect(sent).not.toContain('DELETE')

    await understood(page).check()
    await submit(page).click()
    // A second navigation to the same page would end `waitForURL`.
    await expect.poll(() => page.url()).toBe(`${app.origin}/`)
    expect(await people(email)).toBe(0)
    await expect
      .poll(() => page.locator('.page-notice').textContent())
      .toBe(t('notice.accountDeleted'))
    await expect.poll(() => page.evaluate(() => caches.has('read'))).toBe(false)
    const left = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ])
    expect(
      left.filter(
        (key) =>
          !/^(?:Language|Privacy)$/.test(key) &&
          /^[A-Z]/.test(key) &&
          !/^(?:UpdateInfo|MaintenanceSeen)/.test(key),
      ),
    ).toEqual([])
    expect(await page.evaluate(() => 'person' in document.documentElement.dataset)).toBe(false)

    await logIn(page, t, email, { password: PASSWORD })
    await page.getByText(t('error.login')).waitFor()
  })

  test('a deletion that fails says so and deletes nothing; the back arrow leads to the settings', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { email },
    } = await signedIn({ person: { social: true } })
    await toTheLastStep(page, email)
    await page.route('**/account/v1/user/', (route) => route.abort())
    await understood(page).check()
    await submit(page).click()
    await page.getByText(t('error.network')).waitFor()
    expect(await understood(page).isChecked()).toBe(true)
    expect(await people(email)).toBe(1)
    await page.unroute('**/account/v1/user/')

    await app.db.prepare('DELETE FROM issued_passcode').run()
    await submit(page).click()
    await page.getByText(t('deleteAccount.codeDead')).waitFor()
    expect(await people(email)).toBe(1)
    await page.locator('[data-back]').click()
    await page.waitForURL('**/account_settings')
  })

  test('without a valid code the last step goes back to the screen before', async ({
    signedIn,
  }) => {
    const { page } = await signedIn()
    for (const query of ['', '?passCode=12345', '?passCode=123456', '?passCode=abcdef']) {
      await page.goto('/delete_account')
      await page.evaluate((address) => location.assign(address), `/delete_account_proceed${query}`)
      await page.waitForURL('**/delete_account_proceed*')
      await expect.poll(() => path(page)).toBe('/delete_account')
    }
  })
})
