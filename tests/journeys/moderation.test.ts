import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings } from '../../harness/accessibility.ts'
import type { Visit } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { activated, logIn, stored, t } from '../../harness/steps/account-steps.ts'
import { userIdOf } from '../../harness/steps/auth-calls.ts'
import {
  caseOf,
  decide,
  establishedPeople,
  moderation,
  personWithRole,
  postOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import {
  fillComments,
  postAs,
  shownTexts,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'

const app = await ownApp()
const test = journey(app, { allows: / 403 |ERR_FAILED/ })

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 8)
const moderator = await personWithRole(app, 'moderator')

const comment = (page: Visit['page'], text: string) =>
  page.locator('.comments > li', { has: page.getByText(text, { exact: true }) })

test('muting hides a person on the page, in live events and counts, on two devices, until undone', async ({
  visit,
}) => {
  const name = 'noisy-ja'
  const noisy = await createPerson(app, { username: name })
  const [first, later] = [`first of ${name}`, `later of ${name}`]
  await postAs(app, noisy, today.questionId, first)
  const email = await activated(app)
  const phone = await visit()
  await logIn(phone.page, email)
  await phone.page.waitForURL(`${app.origin}/`)
  const { page } = phone

  const menu = comment(page, first).locator('summary')
  await menu.focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('button', { name: t('post.mute', { name }) })
  await entry.waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Tab')
  await entry.press('Enter')
  await page.getByText(t('post.muted', { name })).waitFor()
  await comment(page, first).waitFor({ state: 'hidden' })

  await postAs(app, noisy, today.questionId, later)
  await fillComments(app, today.questionId, 1)
  await expect.poll(() => shownTexts(page)).toContain(later)
  expect(await comment(page, later).isVisible()).toBe(false)
  expect(await page.locator('.announcer').textContent()).not.toContain(name)

  // Applied before the first paint, at the end of the comments.
  await page.reload({ waitUntil: 'commit' })
  await page.locator('comments-end').waitFor({ state: 'attached' })
  await comment(page, later).waitFor({ state: 'attached' })
  expect(await comment(page, later).isVisible()).toBe(false)

  const userId = await userIdOf(app, email)
  await app.sql`INSERT OR IGNORE INTO mute SELECT DISTINCT ${userId}, user_id, 1 FROM comment
      WHERE user_id <> ${userId}`.run()
  // The muted people are read every ten minutes.
  await page.evaluate(() => localStorage.removeItem('MutedAt'))
  await page.reload()
  await page.getByText(t('muted.all')).waitFor()
  expect(await findings(page)).toEqual([])
  await page.locator('.all-muted a').click()
  await page.waitForURL('**/muted')

  await app.sql`DELETE FROM mute WHERE created_at = 1`.run()
  const laptop = await visit()
  await logIn(laptop.page, email)
  await laptop.page.waitForURL(`${app.origin}/`)
  await comment(laptop.page, later).waitFor({ state: 'attached' })
  expect(await comment(laptop.page, later).isVisible()).toBe(false)
  await laptop.page.goto('/muted')
  await laptop.page.getByRole('button', { name: t('muted.unmuteOf', { name }) }).click()
  await laptop.page.getByText(t('post.unmuted', { name })).waitFor()
  await laptop.page.goto('/')
  await comment(laptop.page, later).waitFor()
  await laptop.page.evaluate(() => document.querySelector<HTMLElement>('[data-logout]')!.click())
  await laptop.page.locator('dialog[open] .button:not(.button-quiet)').click()
  await expect.poll(() => stored(laptop.page, 'Muted')).toEqual({ session: null, local: null })
  expect([...phone.problems, ...laptop.problems]).toEqual([])
})

test('a moderation goes from a report over the decision and its notice to the appeal and the reversal', async ({
  signedIn,
}) => {
  const author = await signedIn()
  const text = `words of ${author.person.username}`
  const commentId = await postOf(app, today.questionId, author.person, text)
  const others = await establishedPeople(app, 2)
  for (const person of others) await report(app, person, commentId)

  const reporter = await signedIn()
  await app.db.exec('UPDATE user SET created_at = 0')
  const { page } = reporter
  await page.goto('/')
  const openReport = async () => {
    await comment(page, text).locator('summary').click()
    await page.getByRole('button', { name: t('post.report'), exact: true }).click()
  }
  await openReport()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name="category"]:focus').waitFor()
  await dialog.getByText(`${author.person.username}: ${text}`).waitFor()
  const send = dialog.getByRole('button', { name: t('dialog.report.send') })
  await send.click()
  await dialog.locator('fieldset:focus').getByText(t('dialog.report.chooseCategory')).waitFor()
  // Its fields change with the category, which stays.
  for (const category of ['spam', 'illegal', 'harassment'] as const)
    await dialog.getByLabel(t(`dialog.report.category.${category}`)).check()
  const words = dialog.getByLabel(t('dialog.report.words'))
  await words.fill('It attacks a person.')
  await page.route('**/report', (route) => route.abort())
  await send.click()
  await dialog.getByText(t('error.network')).waitFor()
  await page.unroute('**/report')
  await page.keyboard.press('Escape')
  await openReport()
  expect(await words.inputValue()).toBe('It attacks a person.')
  await send.click()
  const receipt = page.getByRole('dialog', { name: t('dialog.report.received') })
  await receipt.getByText(t('dialog.report.foldedUntilLogOut')).waitFor()
  await page.context().grantPermissions(['clipboard-write'])
  await page.setViewportSize({ width: 360, height: 740 })
  const before = await receipt.boundingBox()
  await receipt.getByRole('button', { name: t('dialog.report.copy') }).click()
  await receipt.getByRole('button', { name: t('dialog.report.copied') }).waitFor()
  expect(await receipt.boundingBox()).toEqual(before)
  expect(await dialog.locator('.reference b').textContent()).toMatch(/\S{6,}/)
  await dialog.getByRole('button', { name: t('dialog.close') }).click()
  await comment(page, text).waitFor({ state: 'detached' })

  await author.page.goto('/')
  await author.page.locator('.comments .held', { hasText: t('history.held') }).waitFor()
  const openCase = await caseOf(app, moderator, commentId)
  const reported = { category: 'harassment', words: 'It attacks a person.' }
  expect(openCase.reports).toContainEqual(expect.objectContaining(reported))
  expect((await decide(app, moderator, openCase, { action: 'ban' })).status).toBe(200)

  const composer = author.page.locator('.composer')
  expect(await composer.isVisible()).toBe(true)
  await author.page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await composer.waitFor({ state: 'hidden' })
  await author.page.goto('/')
  await author.page.getByRole('link', { name: t('ban.why') }).waitFor()
  expect(await composer.isVisible()).toBe(false)
  await author.page.getByRole('link', { name: t('ban.why') }).click()
  await author.page.waitForURL('**/notices')
  await author.page.getByText('It attacks a person.').waitFor()
  await author.page.getByText(text).first().waitFor()
  expect(await findings(author.page)).toEqual([])
  await author.page.getByText(t('notices.appealOpen'), { exact: true }).click()
  const appeal = author.page.getByRole('button', { name: t('notices.appealSend') })
  await appeal.click()
  await author.page.getByText(t('notices.appealMissing')).waitFor()
  await author.page.getByLabel(t('notices.appealLabel')).fill('It quotes a poem.')
  await appeal.click()
  await author.page.locator(':focus', { hasText: t('notices.appealed') }).waitFor()
  await author.page.reload()
  await author.page.getByText(t('notices.appealPending')).waitFor()

  const { caseId, version, appeal: sent } = await caseOf(app, moderator, commentId)
  expect(sent?.text).toBe('It quotes a poem.')
  const reversal = await moderation(app, 'POST /appeal/decision', moderator, {
    caseId,
    version,
    outcome: 'reversed',
    explanation: 'It does quote a poem.',
  })
  expect(reversal.status).toBe(200)
  await author.page.reload()
  await author.page.getByRole('heading', { name: t('notices.appeal.reversed') }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: t('post.show') }).click()
  await comment(page, text).locator('.text').waitFor()
})
