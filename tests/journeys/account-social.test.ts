import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../../harness/local/openid-provider.ts'
import { addSocialProvider, setSocialProvider } from '../../harness/social-provider.ts'
import { activated, stored, texts } from '../../harness/steps/account-steps.ts'

const app = await ownApp()
const test = journey(app, { allows: / 40[146] / })
let provider: OpenIdProvider

beforeAll(async () => {
  provider = await addSocialProvider(app)
})

afterEach(() => setSocialProvider(app, provider))

afterAll(async () => {
  await provider?.stop()
})

const callback = () => `${app.origin}/auth/social/callback`

let people = 0
const newPerson = () => `person${people++}@social.example`

async function press(page: Page, name: string): Promise<Page> {
  const button = page.getByRole('button', { name })
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}

async function be(window: Page, email: string): Promise<void> {
  await window.locator('input[name="email"]').fill(email)
  await window.locator('input[name="name"]').fill('Kenji')
  await window.locator('button.continue').click()
}

describe('by provider', () => {
  const t = texts.ja

  test('registers, chooses a username and logs in again', async ({ visit }) => {
    const { page } = await visit()
    const email = newPerson()
    await page.goto('/signup')
    await page.getByRole('button', { name: t('social.register') }).click()
    await page.getByText(t('error.terms')).waitFor()
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await be(window, email)
    await page.waitForURL('**/signup_username')
    await expect.poll(() => window.isClosed()).toBe(true)
    const name = page.getByLabel(t('field.username'))
    const given = (await stored(page, 'UserName')).local ?? ''
    await expect.poll(() => name.inputValue()).toBe(given)
    await name.fill('social-ja')
    await page.getByRole('button', { name: t('username.save'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    const user = JSON.parse((await stored(page, 'UserInfo')).local ?? '{}')
    expect(user).toMatchObject({ email, username: 'social-ja', activated: true })
    expect(user.userOptions.googleUserId).toBeTruthy()

    const again = await visit()
    await again.page.goto('/login?next=%2Frecent_theme')
    await again.page.getByLabel(t('login.keep')).uncheck()
    await be(await press(again.page, t('social.login')), email)
    await again.page.waitForURL('**/recent_theme')
    expect((await stored(again.page, 'UserInfo')).session).toContain(email)
    expect((await stored(again.page, 'AccessToken')).local).toBeNull()
    await again.close()
  })

  test('says in a dialog that nobody registered with the account', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/login')
    await be(await press(page, t('social.login')), newPerson())
    const dialog = page.getByRole('dialog', { name: t('dialog.accountNotFound.title') })
    await dialog.getByRole('button', { name: t('dialog.ok') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await stored(page, 'AccessToken')).toEqual({ session: null, local: null })
  })

  test('says so when it is cancelled, closed, blocked, down or not set up', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/login')
    const said = (error: 'denied' | 'closed' | 'blocked' | 'provider' | 'configuration') =>
      page.getByText(t(`social.error.${error}`)).waitFor()

    const cancelled = await press(page, t('social.login'))
    await cancelled.locator('button.cancel').click()
    await said('denied')

    const closed = await press(page, t('social.login'))
    await closed.waitForLoadState()
    await closed.close()
    await said('closed')

    // The worker caches the provider's metadata for an hour.
    await provider.down()
    await app.restart()
    await press(page, t('social.login'))
    await said('provider')
    await provider.up()

    await page.evaluate(() => (window.open = () => null))
    await page.getByRole('button', { name: t('social.login') }).click()
    await said('blocked')

    await app.setVars({ SOCIAL_CLIENT_ID: undefined })
    const asked = page.waitForResponse('**/auth/social/status')
    await page.reload()
    await asked
    await page.getByRole('button', { name: t('social.login') }).click()
    await said('configuration')
  })
})

describe('a social sign-in', () => {
  const t = texts.en

  test('works where the provider cuts the window off from its opener', async ({ visit }) => {
    const strict = await startOpenIdProvider({
      port: 0,
      redirectUris: [callback()],
      openerPolicy: 'same-origin',
    })
    await setSocialProvider(app, strict)
    const { page, close } = await visit({ language: 'en' })
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    await be(await press(page, t('social.register')), newPerson())
    await page.waitForURL('**/signup_username')
    await close()
    await strict.stop()
  })

  test('is refused where the token was made for another browser', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await window.locator('input[name="email"]').waitFor()
    await page.context().clearCookies({ name: 'SocialNonce' })
    await be(window, newPerson())
    await page.getByText(t('social.error.provider')).waitFor()
    expect(await stored(page, 'AccessToken')).toEqual({ session: null, local: null })
  })

  test('does not take over an address that has a password', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const email = await activated(app)
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    await be(await press(page, t('social.register')), email)
    await page.getByText(t('social.error.emailTaken')).waitFor()

    // The login shows the same error, and the next password attempt clears it.
    await page.goto('/login')
    await be(await press(page, t('social.login')), email)
    await page.getByText(t('social.error.emailTaken')).waitFor()
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.getByText(t('error.emailEmpty')).waitFor()
    expect(await page.getByText(t('social.error.emailTaken')).isVisible()).toBe(false)
  })

  test('goes on where its page comes back only after the window has finished', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await window.locator('input[name="email"]').waitFor()
    await page.goto('/avatar.svg')
    await be(window, newPerson())
    await window.getByText(t('socialWindow.handedOver')).waitFor()
    const closed = window.waitForEvent('close')
    await page.goto('/signup')
    await closed
    await page.waitForURL('**/signup_username')
  })

  test('goes on where its page was reloaded meanwhile', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await window.locator('input[name="email"]').waitFor()
    await page.reload()
    await page.locator('.button-social:not([data-waiting])').waitFor()
    await be(window, newPerson())
    await page.waitForURL('**/signup_username')
  })
})
