import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { activated, logIn, t } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 40[14] / })

/** Passkeys need a domain. */
const baseURL = app.origin.replace('127.0.0.1', 'localhost')

/** A keychain that confirms at once. */
async function withKeychain(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    confirms: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    passkeys: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

const rows = (page: Page) => page.locator('.people li')
const addPasskey = (page: Page) => page.getByRole('button', { name: t('passkeys.add') }).click()

/** Logged in with a password, on the page of passkeys. */
async function atPasskeys(page: Page): Promise<string> {
  const email = await activated(app)
  await logIn(page, email)
  await page.waitForURL(`${baseURL}/`)
  await page.goto('/account_settings')
  await page.getByRole('link', { name: t('settings.passkeys') }).click()
  await page.getByText(t('passkeys.lead')).waitFor()
  return email
}

async function logOut(page: Page): Promise<void> {
  // A page of the site would load again.
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  const storage = { origin: baseURL, storageTypes: 'local_storage' }
  await devtools.send('Storage.clearDataForOrigin', storage)
  // The keychain may log in before the page has loaded.
  await page.goto('/login', { waitUntil: 'commit' })
}

test('a passkey is created after a cancelled dialog, logs in from the suggestions and from the link, and is forgotten once it was removed elsewhere', async ({
  visit,
}) => {
  const [{ page }, { page: other }] = [await visit({ baseURL }), await visit()]
  const keychain = await withKeychain(page)
  const email = await atPasskeys(page)
  await page.getByText(t('passkeys.before')).waitFor()
  await keychain.confirms(false)
  await addPasskey(page)
  await page.getByText(t('passkeys.cancelled')).waitFor()
  expect(await rows(page).count()).toBe(0)
  await app.sql`UPDATE session SET created_at = 0
    WHERE user_id = (SELECT id FROM user WHERE email = ${email})`.run()
  await keychain.confirms(true)
  await addPasskey(page)
  await page.getByText(t('passkeys.confirm')).waitFor()
  await page.getByLabel(t('passwordSetting.current')).fill(PASSWORD)
  await addPasskey(page)
  await page.getByText(t('passkeys.added')).waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await keychain.passkeys()).toMatchObject([
    { rpId: 'localhost', isResidentCredential: true },
  ])
  await addPasskey(page)
  await page.getByText(t('passkeys.exists')).waitFor()

  // The keychain chooses a suggestion as soon as the page offers one.
  await logOut(page)
  await page.waitForURL(`${baseURL}/`)
  // A browser without suggestions.
  await page.addInitScript(() => {
    if (!isSecureContext) return
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await logOut(page)
  await page.getByRole('button', { name: t('login.passkey') }).click()
  await page.waitForURL(`${baseURL}/`)
  await page.goto('/passkeys')
  await expect.poll(() => rows(page).innerText()).toContain(t('passkeys.used', { date: '' }))

  await logIn(other, email)
  await other.waitForURL(`${app.origin}/`)
  await other.goto('/passkeys')
  await other.getByRole('button', { name: /^パスキーを削除/ }).click()
  await expect.poll(() => rows(other).count()).toBe(0)
  await logOut(page)
  await page.getByRole('button', { name: t('login.passkey') }).click()
  await page.getByText(t('login.passkeyUnknown')).waitFor()
  expect(await page.evaluate(() => 'AccessToken' in localStorage)).toBe(false)
  // The browser is told to forget it.
  await expect.poll(() => keychain.passkeys()).toEqual([])
})
