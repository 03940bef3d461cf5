import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { Language } from '../../src/domain/language.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings, findingsInBothSchemes } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  dialogNames,
  openers,
  setMaintenance,
  startSocialApp,
} from '../../harness/steps/dialog-openers.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const { app, provider } = await startSocialApp()
const closedApp = await ownApp()
/** Its end, on the hour. */
const maintenanceEnd = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
await setMaintenance(closedApp, maintenanceEnd)
afterAll(async () => {
  await provider.stop()
  await app.stop()
})
const test = journey(app, { allows: / 404 |ERR_/ })
const closedTest = journey(closedApp, { allows: / 404 |ERR_/ })
const t = texts.ja

const dialog = (page: Page) => page.locator('dialog[open]')
const focus = (page: Page) =>
  page.evaluate(() => ({
    isInside: Boolean(document.activeElement?.closest('dialog[open]')),
    isBody: document.activeElement === document.body,
  }))
/** These open by themselves and must not move the focus. */
const opensByItself = new Set(['feedback', 'updateInfo', 'maintenance', 'accountNotFound', 'terms'])

test.for(dialogNames)(
  '%s holds focus, has a name, fits 360 px at 200 %, and closes on Escape or a click outside it',
  async (name, { browser, opened }) => {
    const open = async (language: Language, options = {}) =>
      opened(
        await openers[name]({
          app: name === 'maintenance' ? closedApp : app,
          browser,
          language,
          options,
        }),
      )
    const { page } = await open('ja')
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
    expect(await findings(page, ['aria-hidden-body', 'aria-hidden-focus'])).toEqual([])

    const small = await open('en', { viewport: { width: 180, height: 370 } })
    const measured = await dialog(small.page).evaluate((element) => {
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
    const last = dialog(small.page).locator('.dialog-actions > :last-child')
    await last.focus()
    const isInSight = await last.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
    expect(isInSight).toBe(true)
    await small.page.setViewportSize(phone)
    await dialog(small.page).locator('h2').click()
    expect(await dialog(small.page).count()).toBe(1)
    await small.page.mouse.click(5, 5)
    await dialog(small.page).waitFor({ state: 'detached' })
  },
)

test('has a line above its buttons, from edge to edge, until it is scrolled to its end', async ({
  browser,
  opened,
}) => {
  const options = { viewport: { width: 740, height: 360 } }
  const { page } = opened(await openers.terms({ app, browser, language: 'ja', options }))
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
})

test('logs out without a connection', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.route('**/_astro/session.*', (route) => route.abort())
  await page.goto('/recent_theme')
  await networkIsIdle(page)
  await page.context().setOffline(true)
  await page.locator('.burger').click()
  await page.locator('[data-logout]').click()
  await page.getByRole('dialog', { name: t('dialog.logout.title') }).waitFor()
  // The browser's error page or the offline page, if the service worker is ready.
  const leavesPage = page.waitForEvent('framenavigated')
  await dialog(page)
    .getByRole('button', { name: t('dialog.yes') })
    .click()
  await leavesPage
  await page.context().setOffline(false)
  await page.goto('/')
  expect(await page.evaluate(() => localStorage.getItem('AccessToken'))).toBeNull()
})

closedTest('maintenance names its end in Tokyo, wherever the browser is', async ({ visit }) => {
  const timezoneId = 'America/New_York'
  const { page } = await visit({ timezoneId })
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
})

test('update info comes once per note, and not at the first visit', async ({ visit }) => {
  const { page } = await visit()
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
})

closedTest('while maintenance is announced no other notice opens', async ({ visit }) => {
  const { page } = await visit()
  await page.addInitScript(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
  await page.goto('/')
  await dialog(page).waitFor()
  expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.maintenance.title'))
  await page.keyboard.press('Escape')
  await networkIsIdle(page)
  expect(await dialog(page).count()).toBe(0)
})
