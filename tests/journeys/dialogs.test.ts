import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { OpenIdProvider } from '../../harness/local/openid-provider.ts'
import { languages } from '../../src/domain/language.ts'
import { findings, findingsInBothSchemes } from '../../harness/accessibility.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, phone, type Browser } from '../../harness/browser.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import {
  dialogNames,
  openers,
  setMaintenance,
  startSocialApp,
  type DialogName,
} from '../../harness/steps/dialog-openers.ts'
import { visitSignedIn } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

let app: App
/** Under maintenance of the auth service. */
let closedApp: App
/** The end of that: a full hour. */
const maintenanceEnd = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
let provider: OpenIdProvider
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  ;({ app, provider } = await startSocialApp())
  closedApp = await startApp()
  await setMaintenance(closedApp, maintenanceEnd)
})
afterAll(async () => {
  await browser?.close()
  await provider?.stop()
  await app?.stop()
  await closedApp?.stop()
})

const dialog = (page: Page) => page.locator('dialog[open]')
const focus = (page: Page) =>
  page.evaluate(() => ({
    isInside: Boolean(document.activeElement?.closest('dialog[open]')),
    isBody: document.activeElement === document.body,
  }))
/** Dialogs that open by themselves leave focus where the page had it. */
const opensByItself = new Set(['feedback', 'updateInfo', 'maintenance', 'accountNotFound', 'terms'])

describe.each(languages)('in %s', (language) => {
  const t = texts[language]
  const opened = (name: DialogName, options = {}) =>
    openers[name]({ app: name === 'maintenance' ? closedApp : app, browser, language, options })

  test.each(dialogNames)('%s holds focus, has a name and closes on Escape', async (name) => {
    const { page, close } = await opened(name)
    const title = t(`dialog.${name}.title`)
    expect(await page.getByRole('dialog', { name: title, exact: true }).count()).toBe(1)
    expect(await dialog(page).count()).toBe(1)
    expect(await focus(page)).toEqual({ isInside: true, isBody: false })
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('Tab')
      const { isInside, isBody } = await focus(page)
      expect(isInside || isBody, 'the page behind takes no focus').toBe(true)
    }
    const scroll = await page.evaluate(() => getComputedStyle(document.documentElement).overflow)
    expect(scroll).toBe('hidden')
    expect(await findingsInBothSchemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    if (!opensByItself.has(name)) expect((await focus(page)).isBody).toBe(false)
    expect(await findings(page)).toEqual([])
    await close()
  })

  test.each(dialogNames)(
    '%s is readable on a phone of 360 px at 200 %, does not move, and closes on a click outside it, not on one inside',
    async (name) => {
      const small = { viewport: { width: 180, height: 370 }, reducedMotion: 'reduce' as const }
      const { page, close } = await opened(name, small)
      const measured = await dialog(page).evaluate((element) => {
        const box = element.getBoundingClientRect()
        return {
          isInWindow:
            box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
          isCut: element.scrollWidth > element.clientWidth,
          moves: getComputedStyle(element).transitionDuration,
        }
      })
      expect(measured).toEqual({
        isInWindow: true,
        isCut: false,
        moves: expect.stringMatching(/^(0s|1e-05s)/),
      })
      const last = dialog(page).locator('.dialog-actions > :last-child')
      await last.focus()
      const isInSight = await last.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      expect(isInSight).toBe(true)
      await page.setViewportSize(phone)
      await dialog(page).locator('h2').click()
      expect(await dialog(page).count()).toBe(1)
      await page.mouse.click(5, 5)
      await dialog(page).waitFor({ state: 'detached' })
      await close()
    },
  )

  test('has a line above its buttons, from edge to edge, until it is scrolled to its end', async () => {
    const { page, close } = await opened('terms', { viewport: { width: 740, height: 360 } })
    const buttons = dialog(page).locator('.dialog-actions')
    const line = () => buttons.evaluate((box) => getComputedStyle(box).borderBlockStartColor)
    const scrollTo = (fromEnd: number) =>
      dialog(page).evaluate((box, rest) => {
        box.scrollTop = box.scrollHeight - box.clientHeight - rest
      }, fromEnd)
    await scrollTo(30)
    await expect.poll(line).not.toBe('rgba(0, 0, 0, 0)')
    await scrollTo(0)
    await expect.poll(line).toBe('rgba(0, 0, 0, 0)')
    const [own, whole] = await buttons.evaluate((box) => [
      box.getBoundingClientRect().width,
      box.parentElement?.clientWidth,
    ])
    expect(own).toBe(whole)
    await close()
  })

  test('logs out without a connection', async () => {
    const { page, close } = await visitSignedIn(browser, app, language)
    await page.route('**/_astro/**', (route) =>
      /\/(?:dialogs|react|session)\./.test(route.request().url())
        ? route.abort()
        : route.continue(),
    )
    await page.goto('/recent_theme')
    await networkIsIdle(page)
    await page.context().setOffline(true)
    await page.locator('.burger').click()
    await page.locator('[data-logout]').click()
    await page.getByRole('dialog', { name: t('dialog.logout.title') }).waitFor()
    // Either the browser's own error page or the offline page: the service worker may be ready.
    const leavesPage = page.waitForEvent('framenavigated')
    await dialog(page)
      .getByRole('button', { name: t('dialog.yes') })
      .click()
    await leavesPage
    await page.context().setOffline(false)
    await page.goto('/')
    expect(await page.evaluate(() => localStorage.getItem('AccessToken'))).toBeNull()
    await close()
  })

  test('maintenance names its end in Tokyo, wherever the browser is', async () => {
    const timezoneId = 'America/New_York'
    const { page, close } = await visit(browser, closedApp, language, { timezoneId })
    await page.goto('/')
    const [date, time] = new Date(maintenanceEnd + TOKYO_OFFSET_MS)
      .toISOString()
      .slice(0, 16)
      .split('T')
    const line = t('dialog.maintenance.until', { date: date!.replaceAll('-', '.'), time: time! })
    expect(await dialog(page).locator('b').textContent()).toBe(line)
    expect(
      Number(
        await dialog(page)
          .locator('b')
          .evaluate((b) => getComputedStyle(b).fontWeight),
      ),
    ).toBeGreaterThanOrEqual(600)
    await close()
  })

  test('update info comes once per note, and not at the first visit', async () => {
    const { page, close } = await visit(browser, app, language)
    const note = () => page.evaluate(() => localStorage.getItem('UpdateInfo'))
    await page.goto('/')
    await expect.poll(note).not.toBeNull()
    expect(await dialog(page).count()).toBe(0)
    const newest = await note()
    await page.evaluate(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
    await page.goto('/')
    await dialog(page).waitFor()
    await expect.poll(note).toBe(newest)
    await page.reload()
    await networkIsIdle(page)
    expect(await dialog(page).count()).toBe(0)
    await close()
  })

  test('while maintenance is announced no other notice opens', async () => {
    const { page, close } = await visit(browser, closedApp, language)
    await page.addInitScript(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
    await page.goto('/')
    await dialog(page).waitFor()
    expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.maintenance.title'))
    await page.keyboard.press('Escape')
    await networkIsIdle(page)
    expect(await dialog(page).count()).toBe(0)
    await close()
  })
})
