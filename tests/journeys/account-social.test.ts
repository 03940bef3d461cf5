import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import {
  pressAndLeave,
  setSocialProvider,
  startProvider,
  unsetSocialProvider,
} from '../../harness/social-provider.ts'
import { stored, t } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app)
const provider = await startProvider(app)
beforeAll(() => setSocialProvider(app, provider))
afterAll(() => Promise.all([provider.stop(), unsetSocialProvider(app)]))

async function press(page: Page, name: string): Promise<Page> {
  const button = page.getByRole('button', { name })
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}

async function be(window: Page, email: string): Promise<void> {
  await window.locator('input[name="email"]').fill(email)
  await window.locator('input[name="name"]').fill('Kenji')
  await pressAndLeave(window.locator('button.continue'))
}

test('registers by provider, after a cancelled and a closed window, and logs in again', async ({
  visit,
}) => {
  const { page } = await visit()
  const email = 'kenji@social.example'
  await page.goto('/signup')
  await page.getByLabel(t('signup.terms')).check()
  const cancelled = await press(page, t('social.register'))
  await pressAndLeave(cancelled.locator('button.cancel'))
  await page.getByText(t('social.error.denied')).waitFor()
  const closed = await press(page, t('social.register'))
  await closed.waitForLoadState()
  await closed.close()
  await page.getByText(t('social.error.closed')).waitFor()
  const window = await press(page, t('social.register'))
  await be(window, email)
  await page.waitForURL('**/signup_username')
  await expect.poll(() => window.isClosed()).toBe(true)
  const name = page.getByLabel(t('field.username'))
  const given = (await stored(page, 'UserName')).local ?? ''
  await expect.poll(() => name.inputValue()).toBe(given)
  await name.fill('social-ja')
  await page.getByRole('button', { name: t('settings.save'), exact: true }).click()
  await page.waitForURL(`${app.origin}/`)
  const user = JSON.parse((await stored(page, 'UserInfo')).local ?? '{}')
  expect(user).toMatchObject({ email, username: 'social-ja', activated: true })
  expect(user.userOptions.googleUserId).toBeTruthy()

  const { page: again } = await visit()
  await again.goto('/login?next=%2Frecent_theme')
  await be(await press(again, t('social.login')), email)
  await again.waitForURL('**/recent_theme')
  expect((await stored(again, 'UserInfo')).local).toContain(email)
})

test('the sign-in goes on where the window is cut off and its page comes back only after it', async ({
  visit,
}) => {
  const strict = await startProvider(app, 'same-origin')
  await setSocialProvider(app, strict)
  const { page } = await visit()
  await page.goto('/signup')
  await page.getByLabel(t('signup.terms')).check()
  const window = await press(page, t('social.register'))
  await window.locator('input[name="email"]').waitFor()
  await page.goto('/avatar.svg')
  await be(window, 'hanako@social.example')
  await window.getByText(t('socialWindow.handedOver')).waitFor()
  const isClosed = window.waitForEvent('close')
  await page.goto('/signup')
  await isClosed
  await page.waitForURL('**/signup_username')
  await strict.stop()
})
