import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { OpenIdProvider } from '../../harness/local/openid-provider.ts'
import { siteLinkPath } from '../../src/domain/site-links.ts'
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
import { visitSignedIn, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
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

  test('the third post ever brings the request for an opinion at the next visit, once; later asks again after 90 days', async () => {
    const { page, person, close } = await visitSignedIn(browser, app, language)
    await page.goto('/')
    const post = async (text: string) => {
      await page.locator('#post').fill(text)
      await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
      await page.locator('.comments .text', { hasText: text }).waitFor()
      await expect.poll(() => page.locator('.comments [data-pending]').count()).toBe(0)
    }
    await post(`first ${language}`)
    await post(`second ${language}`)
    await networkIsIdle(page)
    expect(await dialog(page).count()).toBe(0)
    await post(`third ${language}`)
    // Not over one's own words: at the next visit.
    expect(await dialog(page).count()).toBe(0)
    await page.reload()
    await dialog(page).waitFor()
    expect(await dialog(page).locator('h2').textContent()).toBe(t('dialog.feedback.title'))
    await dialog(page)
      .getByRole('button', { name: t('dialog.feedback.later') })
      .click()
    await dialog(page).waitFor({ state: 'detached' })

    /** Opens home as if that many days had gone since 'later'. */
    const comeBackAfter = async (days: number) => {
      const key = `Feedback:${person.userId}`
      await page.evaluate(
        ([name, ago]) => {
          const progress = JSON.parse(localStorage.getItem(name as string)!)
          progress.since -= ago as number
          localStorage.setItem(name as string, JSON.stringify(progress))
        },
        [key, days * DAY_MS],
      )
      await page.goto('/')
      await networkIsIdle(page)
    }
    for (const days of [0, 89.9]) {
      await comeBackAfter(days)
      expect(await dialog(page).count()).toBe(0)
    }
    await comeBackAfter(0.2)
    await dialog(page).waitFor()
    const give = dialog(page).getByRole('link', { name: t('dialog.feedback.give') })
    expect(await give.getAttribute('href')).toBe(siteLinkPath('feedback'))
    await give.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await give.focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await comeBackAfter(400)
    expect(await dialog(page).count()).toBe(0)
    await close()
  })

  test('a person whose third post was sent from another device is not asked', async () => {
    const { page, person, close } = await visitSignedIn(browser, app, language)
    const yesterday = await yesterdaysQuestion(app)
    for (let slot = 1; slot <= 3; slot++) {
      await app.db
        .prepare(
          'INSERT INTO comment (id, question_id, user_id, slot, text, created_at) VALUES (?, ?, ?, ?, ?, 0)',
        )
        .bind(
          `${person.userId.slice(0, 20)}${slot}`,
          yesterday.questionId,
          person.userId,
          slot,
          'x',
        )
        .run()
    }
    await page.goto('/')
    await page.locator('#post').fill(`fourth ${language}`)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.locator('.comments > [data-own]', { hasText: `fourth ${language}` }).waitFor()
    const key = `Feedback:${person.userId}`
    const progress = () => page.evaluate((name) => localStorage.getItem(name), key)
    await expect.poll(progress).toContain('posted')
    await expect.poll(() => page.locator('.comments [data-pending]').count()).toBe(0)
    await page.reload()
    await expect.poll(progress).toContain('done')
    expect(await dialog(page).count()).toBe(0)
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
