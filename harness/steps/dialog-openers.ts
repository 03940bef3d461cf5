import type { BrowserContextOptions, Page } from 'playwright-core'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { now } from '../../src/worker/config/clock.ts'
import type { OpenIdProvider } from '../local/openid-provider.ts'
import type { Language } from '../../src/domain/language.ts'
import { startApp, type App } from '../app.ts'
import type { Browser, Visit } from '../browser.ts'
import { fillDemonstration } from '../local/fill.ts'
import { addSocialProvider } from '../social-provider.ts'
import { texts, visit } from './account-steps.ts'
import { postAs, todaysQuestion, touchChat, visitSignedIn } from './reading-steps.ts'

interface Stage {
  app: App
  browser: Browser
  language: Language
  options?: BrowserContextOptions
}

export async function startSocialApp(): Promise<{ app: App; provider: OpenIdProvider }> {
  const app = await startApp()
  await fillDemonstration(app.db, new Date())
  return { app, provider: await addSocialProvider(app) }
}

/** The app's clock, epoch milliseconds. */
const clockOf = (app: App) => now(app.vars() as unknown as Env)

export async function setMaintenance(app: App, endMs = clockOf(app) + HOUR_MS): Promise<void> {
  await app.db
    .prepare("INSERT INTO maintenance_window VALUES ('auth', ?, ?)")
    .bind(clockOf(app) - MINUTE_MS, endMs)
    .run()
  await app.restart()
}

const dialog = (page: Page) => page.locator('dialog[open]')

async function opened(someone: Visit): Promise<Visit> {
  await dialog(someone.page).waitFor()
  return someone
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus()
  await page.keyboard.press('Enter')
}

const signedIn = ({ browser, app, language, options }: Stage) =>
  visitSignedIn(browser, app, language, options)
const guest = ({ browser, app, language, options }: Stage) => visit(browser, app, language, options)

/** Opens each dialog of `docs/product.md#dialogs`, by keyboard where a press is needed. */
export const openers = {
  async logout(stage: Stage) {
    const someone = await signedIn(stage)
    await someone.page.goto('/')
    await press(someone.page, '.burger')
    await press(someone.page, '[data-logout]')
    return opened(someone)
  },
  async feedback(stage: Stage) {
    const someone = await signedIn(stage)
    const { person, page } = someone
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`Feedback:${person.userId}`, '{"state":"due"}'],
    )
    await page.goto('/')
    return opened(someone)
  },
  async updateInfo(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.addInitScript(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
    await someone.page.goto('/')
    return opened(someone)
  },
  async terms(stage: Stage) {
    const someone = await signedIn(stage)
    await stage.app.db
      .prepare("UPDATE user SET terms_version = '' WHERE id = ?")
      .bind(someone.person.userId)
      .run()
    await someone.page.goto('/')
    return opened(someone)
  },
  /** Needs an app with `setMaintenance`. */
  async maintenance(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/')
    return opened(someone)
  },
  async loginRequired(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/')
    await someone.page.locator('#post').fill('a')
    await press(someone.page, '.composer .button')
    return opened(someone)
  },
  async accountNotFound(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/login')
    await someone.page.locator('astro-island[ssr]').waitFor({ state: 'detached' })
    const popup = someone.page.waitForEvent('popup')
    await press(someone.page, '.button-social')
    await (await popup).getByText('ken.tanaka@example.com').click()
    return opened(someone)
  },
  async verificationSent(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.addInitScript(() => {
      sessionStorage.setItem('EmailAddress', 'kenji@example.com')
    })
    const sent = someone.page.waitForResponse(/register\/complete/)
    await someone.page.goto('/otp_email')
    await sent
    const resend = someone.page.getByRole('button', { name: texts[stage.language]('otp.resend') })
    // The button ignores presses until the response has arrived.
    await resend.and(someone.page.locator(':not([aria-disabled])')).waitFor()
    await resend.focus()
    await someone.page.keyboard.press('Enter')
    return opened(someone)
  },
  async deletePost(stage: Stage) {
    const someone = await signedIn(stage)
    const { questionId } = await todaysQuestion(stage.app)
    await postAs(stage.app, someone.person, questionId, 'taken back')
    await someone.page.goto('/')
    await press(someone.page, '[data-own] .post-menu summary')
    await press(someone.page, '[data-own] .post-menu .danger')
    return opened(someone)
  },
  async report(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/')
    await touchChat(someone.page)
    await press(someone.page, '.post-menu summary')
    await press(someone.page, '.post-menu button')
    return opened(someone)
  },
}

export type DialogName = keyof typeof openers
export const dialogNames = Object.keys(openers) as DialogName[]
