import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { journey, type SignIn } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, smallTargets } from '../../harness/accessibility.ts'
import { createPerson, insertComments } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'
import {
  fillComments,
  pageContains,
  postAs,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import type { Language } from '../../src/domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { newId } from '../../src/worker/db/id.ts'
import { formatDate } from '../../src/i18n/dates.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: / 500 / })

let questionId: string

beforeAll(async () => {
  questionId = (await todaysQuestion(app)).questionId
  await fillComments(app, questionId, 3)
  // A stale cached page would add the missing posts and move the others.
  await pageContains(app, 'answer 3')
})

const today = tokyoDay(Date.now())
// 29 February: the last one was four years ago.
const years = today.endsWith('02-29') ? 4 : 1
const lastYear = `${Number(today.slice(0, 4)) - years}${today.slice(4)}`

async function openHome(page: Page) {
  await page.goto('/')
  await networkIsIdle(page)
}

/** Records unexpected layout shifts on each following page; returns a reader of the current page's. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    interface Shift {
      hadRecentInput: boolean
      sources: { node?: Element }[]
    }
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
        if (!hadRecentInput)
          shifts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'gone'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(
      () =>
        // A frame's shifts are reported after it.
        new Promise<string[]>((resolve) =>
          requestAnimationFrame(() =>
            setTimeout(() => resolve((window as unknown as { shifts: string[] }).shifts)),
          ),
        ),
    )
}

const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

/** A person with "answer first"; `fillComments` adds other people's answers. */
async function visitAlone(signedIn: SignIn, language: Language) {
  const visited = await signedIn({ language })
  const { userId } = visited.person
  await app.db.prepare('UPDATE user SET hides_others = 1 WHERE id = ?').bind(userId).run()
  const { page } = visited
  // The first page's session stores the setting.
  await page.goto('/rules')
  await page.waitForFunction(() => localStorage.getItem('UserInfo')?.includes('aloneFrom'))
  const others = page.locator('.comments > li:not([data-own]) .text').first()
  const cover = page.locator('.cover')
  return { ...visited, others, cover }
}

describe('own words first', () => {
  const t = texts.ja
  const post = (page: Page, text: string) =>
    page
      .getByRole('textbox')
      .fill(text)
      .then(() => page.getByRole('button', { name: t('composer.post'), exact: true }).click())

  test('covers others once it is switched on, until the person wants to see them', async ({
    signedIn,
  }) => {
    const { page } = await signedIn()
    const shifted = await watchShifts(page)
    const others = page.locator('.comments > li .text').first()
    await openHome(page)
    expect(await others.isVisible()).toBe(true)
    await page.goto('/reading')
    await networkIsIdle(page)
    await page.getByRole('switch', { name: t('readingSetting.ownWordsFirst') }).check()
    await page.getByRole('button', { name: t('settings.save') }).click()
    await page.waitForURL('/account_settings')
    await openHome(page)
    const show = page.getByRole('button', { name: t('ownWordsFirst.show') })
    await show.waitFor()
    expect(await others.isVisible()).toBe(false)
    expect(await shifted()).toEqual([])
    expect(await findingsInBothSchemes(page)).toEqual([])
    await show.click()
    await others.waitFor()
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('scroller')
    const bare = await page.context().newPage()
    await bare.route('**/*', (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    )
    await bare.goto('/')
    expect(await bare.evaluate(() => 'alone' in document.documentElement.dataset)).toBe(false)
    await bare.close()
    await openHome(page)
    expect(await show.count()).toBe(0)
  })

  test('uncovers them in every tab with a stored answer, not with a refused one', async ({
    signedIn,
  }) => {
    const { page, others, cover, problems, close } = await visitAlone(signedIn, 'ja')
    await openHome(page)
    await cover.waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`/theme_details?themeID=${questionId}`)
    await tab.locator('.cover').waitFor()
    // Only guests see its sign-up link.
    expect(await tab.locator('a[href="/signup"]:visible').count()).toBe(0)
    await page.route('**/comment/v1/comment', (route) => route.fulfill({ status: 500, body: '{}' }))
    await post(page, 'refused in ja')
    await page.locator('.composer-note[data-kind], .composer-note:not(:empty)').waitFor()
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0)
    expect(await others.isVisible()).toBe(false)
    await page.unroute('**/comment/v1/comment')
    await post(page, 'own words in ja')
    await others.waitFor()
    await expect.poll(() => cover.count()).toBe(0)
    await expect.poll(() => tab.locator('.cover').count()).toBe(0)
    await tab.reload()
    await tab.locator('.comments > li:not([data-own]) .text').first().waitFor()
    expect(problems.filter((problem) => !problem.includes('500'))).toEqual([])
    await close()
  })
})

test('takes the echo and the new line away with a log out', async ({ signedIn }) => {
  const { page, person } = await signedIn()
  const t = texts.ja
  await addPosts(app, person, [{ day: lastYear, text: 'the answer of a year before' }])
  await openHome(page)
  await page.locator('.echo summary').click()
  await page.locator('.echo-text').waitFor()
  await page.locator('.burger').click()
  await page.locator('[data-logout]').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('dialog.yes') })
    .click()
  await expect.poll(() => page.locator('.echo').count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('EchoDone')
  await page.goto('/rules')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('LastSeen')
})

describe('own words first', () => {
  test('never covers for somebody whose answer is on no page', async ({ signedIn }) => {
    const { page, person, others, cover, close } = await visitAlone(signedIn, 'en')
    const { userId } = person
    const held = { id: newId(), questionId, userId, slot: 1, text: 'held', createdAt: Date.now() }
    await insertComments(app, [held])
    await app.db.prepare('UPDATE comment SET hidden_at = 1 WHERE id = ?').bind(held.id).run()
    await page.goto(`/theme_details?themeID=${questionId}`)
    await others.waitFor()
    await networkIsIdle(page)
    expect(await cover.count()).toBe(0)
    await page.reload({ waitUntil: 'commit' })
    await others.waitFor()
    await close()
  })

  test('shows the posts where its script fails, and after a log out', async ({ signedIn }) => {
    const { page, others, cover, close } = await visitAlone(signedIn, 'ja')
    await openHome(page)
    await cover.waitFor()
    const tab = await page.context().newPage()
    await tab.route('**/_astro/hydrate*', (route) => route.abort())
    await tab.goto('/')
    await tab.locator('.comments > li .text').first().waitFor()
    await tab.unroute('**/_astro/hydrate*')
    await tab.evaluate(() => localStorage.clear())
    await others.waitFor()
    await expect.poll(() => cover.count()).toBe(0)
    await close()
  })
})

describe('somebody who returns', () => {
  const t = texts.ja

  test('finds their earlier answer, until they dismiss it or switch it off', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    const shifted = await watchShifts(page)
    const text = 'a year before, in ja'
    await addPosts(app, person, [{ day: lastYear, text }])
    await openHome(page)
    const line = page.locator('.echo summary')
    await line.click()
    await page.locator('.echo-text', { hasText: text }).waitFor()
    expect(await page.locator('.echo-question').textContent()).toContain(lastYear)
    expect(await shifted()).toEqual([])
    expect(await findingsInBothSchemes(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await (await app.fetch('/ja')).text()).not.toContain(text)

    await page.getByRole('button', { name: t('echo.dismiss') }).click()
    await openHome(page)
    expect(await line.count()).toBe(0)
    await page.evaluate(() => localStorage.removeItem('EchoDone'))
    await openHome(page)
    await line.click()
    await page.getByRole('link', { name: t('echo.settings') }).click()
    await page.waitForURL('/reading')
    await networkIsIdle(page)
    await page.getByRole('switch', { name: t('readingSetting.echo') }).uncheck()
    await page.getByRole('button', { name: t('settings.save') }).click()
    await page.waitForURL('/')
    await openHome(page)
    expect(await line.count()).toBe(0)
  })

  test('sees what is new since the last visit', async ({ signedIn }) => {
    const { page } = await signedIn()
    const shifted = await watchShifts(page)
    await openHome(page)
    await page.goto('/recent_theme')
    expect(await page.locator('.new-since').count()).toBe(0)
    const since = new Date(Date.now() + 1000)
    await expect.poll(() => Date.now()).toBeGreaterThan(since.getTime())
    await postAs(app, await createPerson(app), questionId, 'new in ja')
    await pageContains(app, 'new in ja')
    await openHome(page)
    const first = page.locator('.comments > li:has(.new-since)')
    expect(await first.locator('.text').textContent()).toBe('new in ja')
    expect(await first.locator('.new-since').textContent()).toBe(t('echo.since'))
    expect(await shifted()).toEqual([])
  })

  test('shares the question, and an answer without a name', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    await page.addInitScript(() => {
      navigator.canShare = () => true
      navigator.share = async (shared) => {
        document.body.dataset['shared'] = `${shared?.files?.[0]?.type} ${shared?.url}`
      }
    })
    await postAs(app, person, questionId, 'to share, in ja')
    await pageContains(app, 'to share, in ja')
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
    expect(await picture.getAttribute('aria-label')).toContain('to share, in ja')
    expect(await picture.getAttribute('aria-label')).not.toContain('answer 1')
    expect(await findingsInBothSchemes(page)).toEqual([])
    const drawn = () => picture.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
    const nameless = await drawn()
    const name = dialog.getByRole('checkbox', { name: t('share.withName') })
    expect(await name.isChecked()).toBe(false)
    await name.check()
    await expect.poll(drawn).not.toBe(nameless)
    await name.uncheck()
    await expect.poll(drawn).toBe(nameless)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: t('share.save') }).click()
    expect((await saved).suggestedFilename()).toBe('ichimon.png')
    await dialog.getByRole('button', { name: t('share.share'), exact: true }).click()
    await page
      .locator(`body[data-shared="image/png ${app.origin}/theme_details?themeID=${questionId}"]`)
      .waitFor({ state: 'attached' })
  })

  test('opens the journal at a day, and takes it along as a book and as JSON', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    const texts = {
      early: 'an early answer, in ja',
      late: 'a late answer, in ja',
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
    expect(mode).toBe('vertical-rl')
    const logo = (await page.locator('.book-title .logo').boundingBox())!
    expect(logo.width).toBeGreaterThan(logo.height)
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
  })
})
