import type { Page } from 'playwright-core'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { now } from '../../src/worker/config/clock.ts'
import type { Language } from '../../src/domain/language.ts'
import type { App } from '../app.ts'
import type { Browser, Visit } from '../browser.ts'
import { until } from '../until.ts'
import { pressAndLeave } from '../social-provider.ts'
import { texts, visit } from './account-steps.ts'
import { postAs, todaysQuestion, touchChat, visitSignedIn } from './reading-steps.ts'

interface Stage {
  app: App
  browser: Browser
  language: Language
}

const clockOf = (app: App) => now(app.vars() as unknown as Env)

/** Of an app that nobody has read yet: the worker keeps the windows for 30 seconds. */
export async function setMaintenance(app: App, endMs = clockOf(app) + HOUR_MS): Promise<void> {
  await app.sql`INSERT INTO maintenance_window
    VALUES ('auth', ${clockOf(app) - MINUTE_MS}, ${endMs})`.run()
}

/** Moves the clock beyond the age of what pages know, and waits for their `Server-Timing`. */
export async function pagesTell(app: App, timing: RegExp): Promise<void> {
  await app.setClock(clockOf(app) - Date.now() + 2 * MINUTE_MS)
  await until(async () => timing.test((await app.fetch('/')).headers.get('Server-Timing') ?? ''))
}

async function press(page: Page, selector: string): Promise<void> {
  const button = page.locator(selector).first()
  await button.waitFor()
  await button.press('Enter')
}

/** Opens home unless a page is open, presses elements by keyboard, and waits for the dialog. */
async function opened<V extends Visit>(someone: V, ...presses: string[]): Promise<V> {
  const { page } = someone
  if (page.url() === 'about:blank') await page.goto('/')
  for (const selector of presses) await press(page, selector)
  await page.locator('dialog[open]').waitFor()
  return someone
}

const signedIn = ({ browser, app, language }: Stage) => visitSignedIn(browser, app, language)
const guest = ({ browser, app, language }: Stage) => visit(browser, app, language)

/** Opens each dialog of `docs/product.md#dialogs`, by keyboard where a press is needed. */
export const openers = {
  async logout(stage: Stage) {
    return opened(await signedIn(stage), '.burger', '[data-logout]')
  },
  async feedback(stage: Stage) {
    const someone = await signedIn(stage)
    const key = `Feedback:${someone.person.userId}`
    await someone.page.addInitScript((key) => (localStorage[key] = '0'), key)
    return opened(someone)
  },
  async updateInfo(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.addInitScript(() => (localStorage['UpdateInfo'] = '2026-01-01'))
    return opened(someone)
  },
  async terms(stage: Stage) {
    const someone = await signedIn(stage)
    await stage.app.sql`UPDATE user SET terms_version = ''
      WHERE id = ${someone.person.userId}`.run()
    return opened(someone)
  },
  /** Needs an app with `setMaintenance`. */
  async maintenance(stage: Stage) {
    return opened(await guest(stage))
  },
  async loginRequired(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/')
    await someone.page.locator('#post').fill('a')
    return opened(someone, '.composer .button')
  },
  async accountNotFound(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/login')
    await someone.page.locator('astro-island[ssr]').waitFor({ state: 'detached' })
    const popup = someone.page.waitForEvent('popup')
    await press(someone.page, '.button-social')
    await pressAndLeave((await popup).getByText('ken.tanaka@example.com'))
    return opened(someone)
  },
  async verificationSent(stage: Stage) {
    const someone = await guest(stage)
    const { page } = someone
    await page.addInitScript(() => (sessionStorage['EmailAddress'] = 'kenji@example.com'))
    const sent = page.waitForResponse(/register\/complete/)
    await page.goto('/otp_email')
    await sent
    const resend = page.getByRole('button', { name: texts[stage.language]('otp.resend') })
    // The button ignores presses until the response has arrived.
    await resend.and(page.locator(':not([aria-disabled])')).waitFor()
    await resend.focus()
    await page.keyboard.press('Enter')
    return opened(someone)
  },
  async deletePost(stage: Stage) {
    const someone = await signedIn(stage)
    const { questionId } = await todaysQuestion(stage.app)
    await postAs(stage.app, someone.person, questionId, 'taken back')
    return opened(someone, '[data-own] .post-menu summary', '[data-own] .post-menu .danger')
  },
  async report(stage: Stage) {
    const someone = await guest(stage)
    await someone.page.goto('/')
    await touchChat(someone.page)
    return opened(someone, '.post-menu summary', '.post-menu button:last-child')
  },
}

export const dialogNames = Object.keys(openers) as (keyof typeof openers)[]
