import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../../harness/local/openid-provider.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { addSocialProvider, setSocialProvider } from '../../harness/social-provider.ts'
import { activated, stored, texts, visit } from '../../harness/steps/account-steps.ts'

let app: App
let provider: OpenIdProvider
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp()
  provider = await addSocialProvider(app)
})

afterEach(() => setSocialProvider(app, provider))

afterAll(async () => {
  await browser?.close()
  await provider?.stop()
  await app?.stop()
})

const callback = () => `${app.origin}/auth/social/callback`

let people = 0
const newPerson = () => `person${people++}@social.example`

/** Presses the button and is at the provider, in the window it opened. */
async function press(page: Page, name: string): Promise<Page> {
  const button = page.getByRole('button', { name })
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}

/** Signs in at the provider as somebody. */
async function be(window: Page, email: string): Promise<void> {
  await window.locator('input[name="email"]').fill(email)
  await window.locator('input[name="name"]').fill('Kenji')
  await window.locator('button.continue').click()
}

describe.each(languages)('by provider, in %s', (language) => {
  const t = texts[language]

  it('registers, chooses a username and logs in again', async () => {
    const { page, close } = await visit(browser, app, language)
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
    await name.fill(`social-${language}`)
    await page.getByRole('button', { name: t('username.save'), exact: true }).click()
    await page.waitForURL(`${app.origin}/`)
    const user = JSON.parse((await stored(page, 'UserInfo')).local ?? '{}')
    expect(user).toMatchObject({ email, username: `social-${language}`, activated: true })
    expect(user.userOptions.googleUserId).toBeTruthy()

    const again = await visit(browser, app, language)
    await again.page.goto('/login?next=%2Frecent_theme')
    await again.page.getByLabel(t('login.keep')).uncheck()
    await be(await press(again.page, t('social.login')), email)
    await again.page.waitForURL('**/recent_theme')
    expect((await stored(again.page, 'UserInfo')).session).toContain(email)
    expect((await stored(again.page, 'AccessToken')).local).toBeNull()
    await again.close()
    await close()
  })

  it('says in a dialog that nobody registered with the account', async () => {
    const { page, close } = await visit(browser, app, language)
    await page.goto('/login')
    await be(await press(page, t('social.login')), newPerson())
    const dialog = page.getByRole('dialog', { name: t('dialog.accountNotFound.title') })
    await dialog.getByRole('button', { name: t('dialog.ok') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await stored(page, 'AccessToken')).toEqual({ session: null, local: null })
    await close()
  })

  it('says so when it is cancelled, closed, blocked, down or not set up', async () => {
    const { page, close } = await visit(browser, app, language)
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

    // The worker caches a provider's metadata for an hour; after a restart it has to read it.
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
    await close()
  })
})

describe('a social sign-in', () => {
  const t = texts.en

  it('works where the provider cuts the window off from its opener', async () => {
    const strict = await startOpenIdProvider({
      port: 0,
      redirectUris: [callback()],
      openerPolicy: 'same-origin',
    })
    await setSocialProvider(app, strict)
    const { page, close } = await visit(browser, app, 'en')
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    await be(await press(page, t('social.register')), newPerson())
    await page.waitForURL('**/signup_username')
    await close()
    await strict.stop()
  })

  it('is refused where the token was made for another browser', async () => {
    const { page, close } = await visit(browser, app, 'en')
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await window.locator('input[name="email"]').waitFor()
    await page.context().clearCookies({ name: 'SocialNonce' })
    await be(window, newPerson())
    await page.getByText(t('social.error.provider')).waitFor()
    expect(await stored(page, 'AccessToken')).toEqual({ session: null, local: null })
    await close()
  })

  it('does not take over an address that has a password', async () => {
    const { page, close } = await visit(browser, app, 'en')
    const email = await activated(app)
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    await be(await press(page, t('social.register')), email)
    await page.getByText(t('social.error.emailTaken')).waitFor()

    // The login says the same, and the next attempt by password takes the sentence away.
    await page.goto('/login')
    await be(await press(page, t('social.login')), email)
    await page.getByText(t('social.error.emailTaken')).waitFor()
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.getByText(t('error.emailEmpty')).waitFor()
    expect(await page.getByText(t('social.error.emailTaken')).isVisible()).toBe(false)
    await close()
  })

  it('goes on where its page comes back only after the window has finished', async () => {
    const { page, close } = await visit(browser, app, 'en')
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
    await close()
  })

  it('goes on where its page was reloaded meanwhile', async () => {
    const { page, close } = await visit(browser, app, 'en')
    await page.goto('/signup')
    await page.getByLabel(t('signup.terms')).check()
    const window = await press(page, t('social.register'))
    await window.locator('input[name="email"]').waitFor()
    await page.reload()
    await page.locator('.button-social:not([data-waiting])').waitFor()
    await be(window, newPerson())
    await page.waitForURL('**/signup_username')
    await close()
  })
})
