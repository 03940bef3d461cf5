import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, shortcomings } from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { activePerson } from '../../harness/steps/auth-calls.ts'
import { logIn, stored, t } from '../../harness/steps/account-steps.ts'
import {
  caseOf,
  decide,
  grant,
  personWithRole,
  postOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: / 40[36] / })

const { questionId } = await todaysQuestion(app)
const colleague = await personWithRole(app, 'operator')

async function reportedPost(text: string, category: 'spam' | 'other' = 'spam') {
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author, text)
  await report(app, await createPerson(app), post, category)
  return { author, post }
}

test('leads by keyboard alone from a conflict through decisions to an empty queue', async ({
  signedIn,
}) => {
  const first = await reportedPost('The first reported post')
  await reportedPost('The second reported post', 'other')
  const { page, problems, person } = await signedIn({ viewport: phone })
  await page.goto('/')
  const door = page.locator('#menu').getByRole('link', { name: t('operator.title') })
  await page.locator('.burger').press('Enter')
  await page.getByRole('link', { name: t('navigation.settings') }).waitFor()
  expect(await door.count()).toBe(0)
  await grant(app, person, 'moderator')
  // The next page learns of the role.
  await page.goto('/recent_theme')
  await expect.poll(async () => (await stored(page, 'UserInfo')).local).toContain('moderator')
  await page.locator('.burger').press('Enter')
  await door.press('Enter')
  await page.getByRole('link', { name: 'The first reported post' }).press('Enter')
  const post = page.locator('.desk-post')
  await expect.poll(() => post.textContent()).toBe('The first reported post')
  expect(await post.evaluate((one) => getComputedStyle(one).wordBreak)).toBe('auto-phrase')
  await page.locator('.desk-case h2:focus').waitFor({ state: 'attached' })
  expect(await shortcomings(page)).toEqual([])

  // Another moderator decides meanwhile: an error appears, and the draft stays.
  await page.keyboard.press('w')
  await page.locator('.desk-form > p:focus').waitFor()
  await page.setViewportSize({ ...phone, width: 320 })
  const buttons = await page.locator('.desk-form .form-actions .button').all()
  const [cancel, confirm] = await Promise.all(buttons.map((one) => one.boundingBox()))
  // In the order of Tab.
  expect(confirm!.y).toBeGreaterThan(cancel!.y)
  expect([cancel!.width, confirm!.width]).toEqual([288, 288])
  await page.setViewportSize(phone)
  const kept = 'Words that are kept\n'.repeat(9)
  await page.locator('.desk-form [name=explanation]').fill(kept)
  expect(await post.isVisible()).toBe(true)
  await page.getByRole('button', { name: /確定|Confirm/ }).scrollIntoViewIfNeeded()
  expect((await post.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  const openCase = await caseOf(app, colleague, first.post)
  expect((await decide(app, colleague, openCase, { action: 'hide' })).status).toBe(200)
  await page.setViewportSize(desk)
  await page.getByRole('button', { name: /確定|Confirm/ }).press('Enter')
  await expect
    .poll(() => page.locator('.form-actions .form-error').textContent())
    .toContain(colleague.username)
  await page
    .getByRole('button', { name: t('desk.replace', { action: t('desk.action.warn') }) })
    .waitFor()
  // With the buttons, wherever the page is scrolled.
  await page.evaluate(() => scrollTo(0, 0))
  const isOnTop = page.locator('.form-actions .form-error').evaluate((one) => {
    const { x, bottom } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + 9, bottom - 9))
  })
  expect(await isOnTop).toBe(true)
  await page.setViewportSize(phone)
  expect(await page.locator('.desk-form [name=explanation]').inputValue()).toBe(kept)
  problems.length = 0

  // Escape keeps what was typed.
  await page.locator('.desk-form [name=explanation]').press('Escape')
  expect(await page.locator('.desk-form').count()).toBe(1)
  await page.getByRole('button', { name: t('dialog.cancel') }).press('Enter')
  await page.keyboard.press('j')
  await expect.poll(() => post.textContent()).toBe('The second reported post')
  await page.goBack()
  const inList = page.locator('.desk-queue a:focus', { hasText: 'The second reported post' })
  await inList.waitFor()
  expect(await post.isVisible()).toBe(false)
  await page.keyboard.press('h')
  await page.keyboard.press('Enter')
  await page.locator('.desk-case h2:focus').waitFor({ state: 'attached' })
  await page.locator('.desk-back').press('Enter')
  await inList.press('Enter')
  await page.locator('.desk-case h2:focus').waitFor({ state: 'attached' })
  expect(await page.locator('.desk-form').count()).toBe(0)
  await page.keyboard.press('h')
  // As all texts of the desk, but not those that are written.
  const breaks = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => getComputedStyle(one).wordBreak)
  expect(await breaks('.desk-decision')).toBe('auto-phrase')
  expect(await breaks('.desk-form textarea')).toBe('normal')
  // Above the fields, also where one is empty.
  await page.locator('.desk-form > p:focus').waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await page.locator('.desk-form').count()).toBe(1)
  await page.locator('.desk-form [name=ground]').fill('Rule 1')
  await page.getByRole('button', { name: /確定|Confirm/ }).press('Enter')
  await page.locator('.desk-form').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.desk-said').textContent()).toContain(t('desk.action.hide'))
  expect(problems).toEqual([])
  // The desk opens with the cases, from which the arrow leads on.
  await page.goto('/operator/people')
  for (const path of ['/operator/cases', '/']) {
    await page.locator('[data-back]').click()
    await page.waitForURL(app.origin + path)
  }
})

test('the list has the height that there is, the open case its mark', async ({ signedIn }) => {
  for (let n = 1; n <= 12; n += 1) await reportedPost(`${n} of a long list`)
  const { page, person } = await signedIn({ viewport: desk })
  await grant(app, person, 'moderator')
  await page.goto('/operator/cases')
  const current = page.locator('.desk-queue [aria-current]')
  const colour = () => current.evaluate((one) => getComputedStyle(one).backgroundColor)
  const marked = await colour()
  await current.hover()
  expect(await colour()).toBe(marked)
  const wholeCases = await page.locator('.desk-queue ol').evaluate((list) => {
    const { bottom } = list.getBoundingClientRect()
    return [...list.children].filter((one) => one.getBoundingClientRect().bottom <= bottom).length
  })
  expect(wholeCases).toBeGreaterThan(5)
  const end = () =>
    page.locator('.desk-side').evaluate((one) => Math.round(one.getBoundingClientRect().bottom))
  expect(await end()).toBe(792)
  await page.evaluate(() => scrollTo(0, 150))
  await expect.poll(end).toBe(792)
  // The form is there at the first letter, for an Enter that follows at once.
  await networkIsIdle(page)
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  const said = page.locator('.desk-said')
  await expect.poll(() => said.textContent()).toContain(t('desk.action.none'))
})

test('leads from a session that has ended over the log-in back to the case and its draft', async ({
  visit,
}) => {
  const { post } = await reportedPost('A post that somebody writes about')
  const moderator = await activePerson(app)
  await grant(app, moderator, 'moderator')
  const { caseId } = await caseOf(app, colleague, post)
  const { page } = await visit({ allows: / 401 / })
  const place = `/operator/cases#${caseId}`
  await logIn(page, moderator.email, { path: `/login?${new URLSearchParams({ next: place })}` })
  const explanation = page.locator('.desk-form [name=explanation]')
  await page.locator('[data-choice=warn]').click()
  await explanation.fill('Words that outlive a session')
  await app.sql`DELETE FROM session WHERE user_id = ${moderator.userId}`.run()
  await page.locator('.desk-form [type=submit]').click()
  await page.getByText(t('session.ended')).waitFor()
  // It stays, or the pressed button would move.
  await page.locator('h1').click()
  await page.keyboard.press('Tab')
  expect(await page.getByText(t('session.ended')).isVisible()).toBe(true)
  await logIn(page, moderator.email, { path: page.url() })
  await page.waitForURL(`${app.origin}${place}`)
  await expect.poll(() => explanation.inputValue()).toBe('Words that outlive a session')
})
