import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsInBothSchemes, smallTargets } from '../../harness/accessibility.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'
import {
  fillComments,
  postAs,
  todaysQuestion,
  visitSignedIn,
} from '../../harness/steps/reading-steps.ts'
import { languages } from '../../src/domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { formatDate } from '../../src/i18n/dates.ts'

let app: App
let browser: Browser
let questionId: string

beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp()
  questionId = (await todaysQuestion(app)).questionId
  await fillComments(app, questionId, 3)
})

afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

const today = tokyoDay(Date.now())
// 29 February has its date four years before.
const years = today.endsWith('02-29') ? 4 : 1
const lastYear = `${Number(today.slice(0, 4)) - years}${today.slice(4)}`

/** Opens today's question and waits for everything that follows the first paint. */
async function openHome(page: Page) {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
}

/** What has moved without being asked to. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        interface Shift {
          hadRecentInput: boolean
          sources: { node?: Element }[]
        }
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as Shift[]
          const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
          const nodes = unasked.flatMap(({ sources }) => sources.map(({ node }) => node))
          resolve(nodes.map((node) => node?.outerHTML?.slice(0, 80) ?? 'gone'))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve([]))
      }),
  )

const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

describe.each(languages)('somebody who returns, in %s', (language) => {
  const t = texts[language]

  it('finds their earlier answer, until they dismiss it or switch it off', async () => {
    const { page, person, problems, close } = await visitSignedIn(browser, app, language)
    const text = `a year before, in ${language}`
    await addPosts(app, person, [{ day: lastYear, text }])
    await openHome(page)
    const line = page.locator('.echo summary')
    await line.click()
    await page.locator('.echo-text', { hasText: text }).waitFor()
    expect(await page.locator('.echo-question').textContent()).toContain(lastYear)
    expect(await shifted(page)).toEqual([])
    expect(await findingsInBothSchemes(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await (await app.fetch(`/${language}`)).text()).not.toContain(text)

    await page.getByRole('button', { name: t('echo.dismiss') }).click()
    await openHome(page)
    expect(await line.count()).toBe(0)
    await page.evaluate(() => localStorage.removeItem('EchoDone'))
    await openHome(page)
    await line.click()
    await page.getByRole('link', { name: t('echo.settings') }).click()
    await page.waitForURL('/reading')
    await page.waitForLoadState('networkidle')
    await page.getByRole('switch', { name: t('readingSetting.echo') }).uncheck()
    await page.getByRole('button', { name: t('settings.save') }).click()
    await page.waitForURL('/')
    await openHome(page)
    expect(await line.count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('sees what is new since the last visit', async () => {
    const { page, problems, close } = await visitSignedIn(browser, app, language)
    await openHome(page)
    await page.goto('/recent_theme')
    expect(await page.locator('.new-since').count()).toBe(0)
    const since = new Date(Date.now() + 1000)
    await expect.poll(() => Date.now()).toBeGreaterThan(since.getTime())
    await postAs(app, await createPerson(app), questionId, `new in ${language}`)
    await expect
      .poll(async () => (await app.fetch(`/${language}`)).text())
      .toContain(`new in ${language}`)
    await openHome(page)
    const first = page.locator('.comments > li:has(.new-since)')
    expect(await first.locator('.text').textContent()).toBe(`new in ${language}`)
    expect(await first.locator('.new-since').textContent()).toBe(t('echo.since'))
    expect(await shifted(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('shares the question, and an answer without a name', async () => {
    const { page, person, problems, close } = await visitSignedIn(browser, app, language)
    await page.addInitScript(() => {
      navigator.canShare = () => true
      navigator.share = async (shared) => {
        document.body.dataset['shared'] = `${shared?.files?.[0]?.type} ${shared?.url}`
      }
    })
    await postAs(app, person, questionId, `to share, in ${language}`)
    await expect
      .poll(async () => (await app.fetch(`/${language}`)).text())
      .toContain(`to share, in ${language}`)
    await openHome(page)
    const dialog = page.getByRole('dialog', { name: t('share.title') })
    await page.locator('.comments > li:not([data-own]) .post-menu summary').first().click()
    await page.getByRole('button', { name: t('share.question') }).click()
    await dialog.waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)

    await page.locator('[data-own] .post-menu summary').click()
    await page.getByRole('button', { name: t('share.answer') }).click()
    const picture = dialog.getByRole('img')
    expect(await picture.getAttribute('aria-label')).toContain(`to share, in ${language}`)
    expect(await picture.getAttribute('aria-label')).not.toContain('answer 1')
    expect(await findingsInBothSchemes(page)).toEqual([])
    const drawn = () => picture.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
    const nameless = await drawn()
    const name = dialog.getByRole('checkbox', { name: t('share.withName') })
    expect(await name.isChecked()).toBe(false)
    await name.check()
    expect(await drawn()).not.toBe(nameless)
    await name.uncheck()
    expect(await drawn()).toBe(nameless)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: t('share.save') }).click()
    expect((await saved).suggestedFilename()).toBe('ichimon.png')
    await dialog.getByRole('button', { name: t('share.share'), exact: true }).click()
    await page
      .locator(`body[data-shared="image/png ${app.origin}/theme_details?themeID=${questionId}"]`)
      .waitFor({ state: 'attached' })
    expect(problems).toEqual([])
    await close()
  })

  it('opens the journal at a day, and takes it along as a book and as JSON', async () => {
    const { page, person, problems, close } = await visitSignedIn(browser, app, language)
    const texts = {
      early: `an early answer, in ${language}`,
      late: `a late answer, in ${language}`,
    }
    await addPosts(app, person, [
      { day: addDays(today, -40), text: texts.early },
      { day: addDays(today, -3), text: texts.late },
    ])
    await page.goto('/profile')
    await page.locator('.rhythm [data-answered]').waitFor({ state: 'attached' })
    expect(await page.locator('.rhythm i').count()).toBe(14)
    expect(await page.locator('.rhythm').textContent()).toBe('')
    expect(await page.getByRole('img', { name: t('journal.rhythm') }).count()).toBe(1)
    await page.getByText(texts.late).waitFor()
    expect(await findingsInBothSchemes(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])

    const day = addDays(today, -40)
    const date = formatDate(t, 'dd_mm_yyyy', tokyoDayStart(day))
    const mark = page.getByRole('button', { name: t('journal.answered', { date }) })
    for (let month = today.slice(0, 7); month > day.slice(0, 7); month = monthBefore(month))
      await page.getByRole('button', { name: t('journal.previous') }).click()
    await mark.click()
    const chosen = page.locator('.chosen-day')
    await chosen.getByText(texts.early).waitFor()
    expect(await chosen.textContent()).not.toContain(texts.late)
    expect(await findingsInBothSchemes(page)).toEqual([])

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: t('journal.asJson') }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.json$/)
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await page.getByRole('button', { name: t('journal.asBook') }).click()
    await page.locator('.book').waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.book-answer').allTextContents()).toEqual([texts.early, texts.late])
    expect(await page.locator('.history').isVisible()).toBe(false)
    const mode = await page.evaluate(() => getComputedStyle(document.documentElement).writingMode)
    expect(mode).toBe(language === 'ja' ? 'vertical-rl' : 'horizontal-tb')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.book').count()).toBe(0)

    await chosen.locator('.history-menu summary').click()
    await chosen.getByRole('button', { name: t('history.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.yes') })
      .click()
    await expect.poll(() => mark.count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})
