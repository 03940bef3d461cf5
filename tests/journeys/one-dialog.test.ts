import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { noonOffsetMs } from '../../harness/noon.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { setMaintenance } from '../../harness/steps/dialog-openers.ts'
import { postAs, todaysQuestion } from '../../harness/steps/reading-steps.ts'

const t = texts.ja

const app = await ownApp({ clockOffsetMs: noonOffsetMs() })
const test = journey(app)

const heading = (page: Page) => page.locator('dialog[open] h2').allTextContents()

async function openLogout(page: Page): Promise<void> {
  await page.locator('.burger').click()
  await page.locator('[data-logout]').click()
  await expect.poll(() => heading(page)).toEqual([t('dialog.logout.title')])
}

test('the consent is not asked for over an open dialog, but on the next page', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await app.db.prepare("UPDATE user SET terms_version = '' WHERE id = ?").bind(person.userId).run()
  const opened = Promise.withResolvers<void>()
  await page.route('**/user/me', async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto('/')
  await openLogout(page)
  opened.resolve()
  const stored = (key: string) =>
    page.evaluate((name) => (sessionStorage.getItem(name) ?? localStorage.getItem(name)) || '', key)
  await expect.poll(() => stored('UserInfo')).toContain('termsDue')
  // Read after the user, which is then requested again.
  await expect.poll(() => stored('MutedAt')).not.toBe('')
  expect(await stored('TermsAsked')).toBe('')
  expect(await heading(page)).toEqual([t('dialog.logout.title')])
  await page.keyboard.press('Escape')
  await page.goto('/')
  await expect.poll(() => heading(page)).toEqual([t('dialog.terms.title')])
})

test('the question for an opinion waits for the next page while a dialog is open', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  const key = `Feedback:${person.userId}`
  await page.addInitScript((name) => (localStorage[name] ??= '{"state":"posted","posts":3}'), key)
  const { questionId } = await todaysQuestion(app)
  for (const text of ['one', 'two', 'three']) await postAs(app, person, questionId, text)
  const opened = Promise.withResolvers<void>()
  await page.route('**/comment/v1/comment?*', async (route) => {
    await opened.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/comment/v1/comment?*limit=6*')
  await page.goto('/')
  await asked
  await openLogout(page)
  opened.resolve()
  await expect.poll(() => page.evaluate((name) => localStorage[name], key)).toContain('due')
  expect(await heading(page)).toEqual([t('dialog.logout.title')])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => heading(page)).toEqual([t('dialog.feedback.title')])
})

test('a window that begins is announced when the open dialog has been closed, not over it', async ({
  signedIn,
}) => {
  const { page } = await signedIn()
  await page.clock.install()
  await page.goto('/')
  await page.locator('.dots').getByText('○○○').waitFor()
  await page.locator('.burger').click()
  await page.clock.runFor(1_000)
  await page.locator('[data-logout]').click()
  await page.clock.runFor(1_000)
  await expect.poll(() => heading(page)).toEqual([t('dialog.logout.title')])
  await setMaintenance(app)
  const poll = async () => {
    const polled = page.waitForResponse('**/service/maintenance')
    await page.clock.runFor(300_000)
    await (await polled).finished()
  }
  await poll()
  // Anything that the first poll opens is open by the second.
  await poll()
  expect(await heading(page)).toEqual([t('dialog.logout.title')])
  await page.keyboard.press('Escape')
  await poll()
  await expect.poll(() => heading(page)).toEqual([t('dialog.maintenance.title')])
})
