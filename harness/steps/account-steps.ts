import type { BrowserContextOptions, Page } from 'playwright-core'
import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import type { Language } from '../../src/domain/language.ts'
import { translate, type Translate } from '../../src/i18n/translate.ts'
import { PASSWORD, newEmail } from '../credentials.ts'
import type { App } from '../app.ts'
import type { Browser, Visit } from '../browser.ts'
import { activePerson } from './auth-calls.ts'

export const OTHER_PASSWORD = 'N3w-passw0rd'

export const texts: Record<Language, Translate> = { ja: translate(ja), en: translate(en) }
/** Visits are in Japanese unless they name a language. */
export const t = texts.ja

/**
 * Opens a page with fresh storage, a chosen language and reduced motion, which halves the time of navigations.
 * Tests of motion, scrolling and live posts set `reducedMotion: 'no-preference'`.
 */
export async function visit(
  browser: Browser,
  app: App,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const someone = await browser.visit({
    baseURL: app.origin,
    reducedMotion: 'reduce',
    ...options,
  })
  await someone.page.context().addCookies([{ name: 'Language', value: language, url: app.origin }])
  return someone
}

const another = (digit: string) => String((Number(digit) + 1) % 10)
export const wrongCode = (code: string) => [...code].map(another).join('')

/** Waits for the code that the page requests on load; leaving earlier may cancel the request. */
export async function codeSent(page: Page): Promise<void> {
  await page.waitForURL('**/otp_email')
  await page.getByText(t('otp.sentTo')).waitFor()
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name="digit"]').first().click()
  await page.keyboard.type(code)
}

/** Waits for the error and the focus in the first box; digits typed earlier would be lost. */
export async function codeRefused(page: Page): Promise<void> {
  await page.getByText(t('otp.failed')).waitFor()
  await page.locator('input[name="digit"]').first().and(page.locator(':focus')).waitFor()
}

export const boxes = (page: Page) =>
  page
    .locator('input[name="digit"]')
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel(t('field.email')).fill(email)
  await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('signup.terms')).check()
  await page.getByRole('button', { name: t('signup.submit'), exact: true }).click()
}

export async function logIn(
  page: Page,
  email: string,
  options: { password?: string; keep?: boolean; path?: string } = {},
): Promise<void> {
  await page.goto(options.path ?? '/login')
  await page.getByLabel(t('field.email')).fill(email)
  await page.getByLabel(t('field.password'), { exact: true }).fill(options.password ?? PASSWORD)
  await page.getByLabel(t('login.keep')).setChecked(options.keep ?? true)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
}

export const activated = async (app: App, email = newEmail()): Promise<string> =>
  (await activePerson(app, email, 'ja')).email

/** A value in the browser's storage (`docs/product.md#storage-keys`). */
export const stored = (page: Page, key: string) =>
  page.evaluate(
    (name) => ({ session: sessionStorage.getItem(name), local: localStorage.getItem(name) }),
    key,
  )
