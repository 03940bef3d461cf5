import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, shortcomings } from '../../harness/accessibility.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeTo } from '../../harness/outbox.ts'
import { createPeople, createPerson, insertComments } from '../../harness/people.ts'
import {
  activated,
  codeSent,
  logIn,
  signUp,
  t,
  typeCode,
} from '../../harness/steps/account-steps.ts'
import { addPosts, yearsBefore } from '../../harness/steps/settings-steps.ts'
import {
  hold,
  fillComments,
  follow,
  pageContains,
  postAs,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { formatDate } from '../../src/i18n/dates.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: /ERR_FAILED| 503 / })

const { questionId } = await todaysQuestion(app)
await fillComments(app, questionId, 3)
// A stale cached page would add the missing posts and move the others.
await pageContains(app, 'answer 3')

const today = tokyoDay(Date.now())
const lastYear = yearsBefore(today)

async function openHome(page: Page) {
  await page.goto('/')
  await networkIsIdle(page)
}

const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

// First: the other journeys post in the second of its new post.
test('a person finds their earlier answer until they switch it off, and what is new since the last visit', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  const text = 'a year before'
  await addPosts(app, person, [{ day: lastYear, text }])
  await openHome(page)
  const line = page.locator('.echo summary')
  await line.click()
  // In its place.
  expect(await page.locator('.share-question').isVisible()).toBe(false)
  await page.locator('.echo-text', { hasText: text }).waitFor()
  expect(await page.locator('.echo-question').textContent()).toContain(lastYear)
  expect(await shortcomings(page)).toEqual([])
  expect(await (await app.fetch('/ja')).text()).not.toContain(text)
  await page.getByRole('button', { name: t('echo.dismiss') }).click()
  await page.locator('.scroller:focus').waitFor()
  expect(await line.count()).toBe(0)
  await openHome(page)
  expect(await line.count()).toBe(0)
  await page.evaluate(() => localStorage.removeItem('EchoDone'))
  await openHome(page)
  await line.click()
  await page.getByRole('link', { name: t('echo.settings') }).click()
  await page.waitForURL('/reading')
  await networkIsIdle(page)
  await page.getByRole('switch', { name: t('readingSetting.echo') }).uncheck()
  await page.getByText(t('settings.saved')).waitFor()
  await openHome(page)
  expect(await line.count()).toBe(0)

  await page.goto('/recent_theme')
  expect(await page.locator('.new-since').count()).toBe(0)
  await postAs(app, await createPerson(app), questionId, 'a new answer')
  await pageContains(app, 'a new answer')
  await page.goto('/')
  const first = page.locator('.comments > li:has(.new-since)')
  expect(await first.locator('.text').textContent()).toBe('a new answer')
  expect(await first.locator('.new-since').textContent()).toBe(t('echo.since'))
})

test('own words first: covers others once it is switched on, until one’s own answer, in every tab', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  const others = (tab: Page) => tab.locator('.comments > li:not([data-own]) .text').first()
  await page.goto('/reading')
  await networkIsIdle(page)
  const ownWordsFirst = page.getByRole('switch', { name: t('readingSetting.ownWordsFirst') })
  await page.route('**/user/reading', (route) => route.abort())
  await ownWordsFirst.click()
  await page.getByText(t('readingSetting.failed')).waitFor()
  expect(await ownWordsFirst.isChecked()).toBe(false)
  await page.unroute('**/user/reading')
  await ownWordsFirst.check()
  await page.getByText(t('settings.saved')).waitFor()
  expect(await page.getByText(t('readingSetting.failed')).count()).toBe(0)
  await page.goto('/')
  await page.getByRole('button', { name: t('ownWordsFirst.show') }).waitFor()
  expect(await others(page).isVisible()).toBe(false)
  // Nothing in the list takes the focus, which leaves it.
  await page.locator('.scroller').focus()
  await page.keyboard.press('Tab')
  expect(await page.locator('.scroller:focus').count()).toBe(0)
  expect(await findingsInBothSchemes(page)).toEqual([])

  const tab = await page.context().newPage()
  await tab.clock.install()
  await tab.route('**/_astro/hydrate*', (route) => route.abort())
  await tab.goto('/')
  await others(tab).waitFor()
  await tab.unroute('**/_astro/hydrate*')
  await tab.clock.fastForward('00:15')
  await tab.locator('.cover').waitFor()
  await tab.goto(`/theme_details?themeID=${questionId}`)
  await tab.locator('.cover').waitFor()
  // Only guests see its sign-up link.
  expect(await tab.locator('a[href="/signup"]:visible').count()).toBe(0)
  await page.getByRole('textbox').fill('own words')
  await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await others(page).waitFor()
  await others(tab).waitFor()
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  expect(await others(page).isVisible()).toBe(true)
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
  await page.getByRole('button', { name: t('share.question') }).click()
  await dialog.waitFor()
  // Nothing lies over them.
  for (const button of await dialog.getByRole('button').all())
    await button.click({ trial: true, position: { x: 30, y: 4 } })
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
  expect((await saved).suggestedFilename()).toBe(`ichimon-${today}.png`)
  await dialog.getByText(t('share.saved')).waitFor()
  await dialog.getByRole('button', { name: t('share.title'), exact: true }).click()
  await page
    .locator(`body[data-shared="image/png ${app.origin}/theme_details?themeID=${questionId}"]`)
    .waitFor({ state: 'attached' })
})

test('asks friends, who read the answer after their own, past a sign-up, or by a press', async ({
  signedIn,
  visit,
}) => {
  const { page, person } = await signedIn()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const text = '友だちに見せたい答え'
  await postAs(app, person, questionId, text)
  await pageContains(app, text)
  await openHome(page)
  await page.locator('[data-own] .post-menu summary').click()
  await page.getByRole('button', { name: t('share.answer') }).click()
  const dialog = page.getByRole('dialog', { name: t('share.title') })
  await dialog.getByText(t('share.askHint')).waitFor()
  await dialog.getByRole('button', { name: t('share.ask') }).click()
  await dialog.getByText(t('share.linkCopied')).waitFor()
  await dialog.getByRole('checkbox').check()
  await dialog.getByText(t('share.linkCopied')).waitFor({ state: 'detached' })
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const { page: friend } = await visit()
  const sent: string[] = []
  friend.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comment'))
      sent.push(request.postDataJSON().text)
  })
  const answer = friend.locator('.comments > li', { hasText: text }).locator('.text')
  await friend.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const post = document.querySelector(`[data-comment-id="${location.hash.slice(5)}"] .text`)
      Object.assign(window, { wasShown: post?.checkVisibility() })
    })
  })
  const isCovered = async () => {
    await friend.getByText(t('post.asked')).waitFor()
    expect(await friend.evaluate('wasShown')).toBe(false)
    expect(await answer.isVisible()).toBe(false)
  }
  const post = friend.getByRole('button', { name: t('composer.post'), exact: true })
  const own = 'わたしなら'
  await friend.goto(link)
  await friend.waitForURL(`${app.origin}/#you~*`)
  const home = friend.url()
  await isCovered()
  expect(await findingsInBothSchemes(friend)).toEqual([])
  await friend.getByRole('textbox').fill(own)
  await post.click()
  await follow(friend.getByRole('dialog').getByRole('link', { name: t('details.signup') }))
  const email = newEmail()
  await signUp(friend, email)
  await codeSent(friend)
  // The link is pressed before its script has come.
  const release = await hold(friend, '**/SignupUsername.*.js')
  await typeCode(friend, await codeTo(app, email))
  await friend.getByRole('link', { name: t('username.skip') }).click()
  release()
  await friend.waitForURL(home)
  await friend.getByText(t('username.unsent')).waitFor()
  await isCovered()
  const field = friend.locator('.composer textarea:focus')
  await field.waitFor()
  expect(await field.inputValue()).toBe(own)
  await post.click()
  await answer.waitFor()
  await friend.locator('[data-own]:not([data-pending])', { hasText: own }).waitFor()
  await pageContains(app, own)
  await friend.reload()
  await answer.waitFor()
  expect(sent).toEqual([own])

  const { page: late } = await visit()
  const covered = late.getByText(t('post.asked'))
  await late.goto(home)
  await covered.waitFor()
  await late.getByRole('textbox').fill('あとで')
  await late.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await follow(late.getByRole('dialog').getByRole('link', { name: t('navigation.login') }))
  await logIn(late, await activated(app), { path: late.url() })
  await covered.waitFor()
  expect(await late.getByRole('textbox').inputValue()).toBe('あとで')
  await late.getByRole('button', { name: t('post.show') }).click()
  await covered.waitFor({ state: 'detached' })

  // A post that is deleted, held or by a muted person leaves the question.
  const [deleted, held, muted] = await createPeople(app, 3)
  const refused = [deleted!, held!, muted!]
  const ids = await insertComments(
    app,
    refused.map(({ userId }, index) => ({ questionId, userId, text: `refused ${index}` })),
  )
  await app.sql`UPDATE comment SET hidden_at = 1 WHERE id = ${ids[1]}`.run()
  await callService(app, 'comment', 'DELETE /comment', deleted!, { commentId: ids[0] })
  await pageContains(app, 'refused 2')
  await late.evaluate((id) => localStorage.setItem('Muted', id), muted!.userId)
  for (const id of ids) {
    await late.goto('/recent_theme')
    await late.goto(`/#you~${id}`)
    await late.getByText(t('post.notShown')).waitFor()
    expect(await covered.isVisible()).toBe(false)
    expect(await late.getByRole('textbox').isVisible()).toBe(true)
  }
})

test('opens the journal at a day, and takes it along as a book and as JSON', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  const texts = {
    early: '8日目の早い答え',
    late: 'a late answer, in ja',
  }
  await addPosts(app, person, [
    { day: addDays(today, -40), text: texts.early },
    { day: addDays(today, -3), text: texts.late },
  ])
  await page.goto('/profile')
  // Own words come first: on a phone they are in the first window, above a folded calendar.
  const words = (await page.getByText(texts.late).boundingBox())!
  expect(words.y + words.height).toBeLessThan(page.viewportSize()!.height)
  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  await page.getByRole('button', { name: t('journal.find') }).click()
  await page.locator('.month [aria-current="date"]').waitFor()
  expect(await shortcomings(page)).toEqual([])

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

  const keep = page.locator('.keep-menu summary')
  const saved = page.waitForEvent('download')
  await keep.click()
  await page.getByRole('button', { name: t('journal.asJson') }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.json$/)
  await page.route('**/comment/export*', (route) => route.fulfill({ status: 503 }))
  await keep.click()
  await page.getByRole('button', { name: t('history.download') }).click()
  await page.getByText(t('history.downloadFailed')).waitFor()
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await keep.click()
  await page.getByRole('button', { name: t('journal.asBook') }).click()
  await page.locator('.book').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.book-answer').allTextContents()).toEqual([texts.early, texts.late])
  expect(await page.locator('.history').isVisible()).toBe(false)
  const mode = await page.evaluate(() => getComputedStyle(document.documentElement).writingMode)
  expect(mode).toBe('vertical-rl')
  expect(await page.locator('.book-date .long').first().textContent()).toMatch(/^20\d\d$/)
  expect(await page.locator('.book-answer .short').textContent()).toBe('8')
  const logo = (await page.locator('.book-title .logo').boundingBox())!
  expect(logo.width).toBeGreaterThan(logo.height)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await page.locator('.book').count()).toBe(0)
  // Without the book the page prints as long as its entries.
  const heightOf = (element: Element) => getComputedStyle(element).minBlockSize
  for (const name of ['body', 'main'])
    expect(await page.locator(name).evaluate(heightOf), name).toMatch(/^(?:0px|auto)$/)
  await page.emulateMedia({ media: 'screen' })

  await chosen.locator('.history-menu summary').click()
  await chosen.getByRole('button', { name: t('commentList.delete') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('dialog.yes') })
    .click()
  await expect.poll(() => mark.count()).toBe(0)
})
