import { expect } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, smallTargets } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app)

test('lead by keyboard alone from the desk to a reader, and are taken back', async ({
  visit,
  signedIn,
}) => {
  const t = texts.ja
  const { page, problems, person } = await signedIn({ viewport: phone })
  await grant(app, person, 'operator')
  await page.goto('/operator')
  const section = page.locator('.desk-entries a[href="/operator/announcements"]')
  await section.press('Enter')
  const button = (key: Parameters<typeof t>[0]) =>
    page.getByRole('button', { name: t(key), exact: true })
  await button('announce.add').press('Enter')
  await page.getByText(t('announce.problem.missing')).first().waitFor()
  await page.locator('textarea[lang=ja]:focus').waitFor()
  await page.keyboard.type('新しい\n機能です。')
  await page.locator('textarea[lang=en]').pressSequentially('Something\nis new.')
  expect(await findingsInBothSchemes(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

  await page
    .getByRole('button', { name: /プレビュー|Preview/ })
    .last()
    .press('Enter')
  const preview = page.locator('dialog[open]')
  await preview.waitFor()
  expect(await preview.locator('p').allTextContents()).toEqual(['Something', 'is new.'])
  expect(await preview.locator('h2').textContent()).toBe(texts.en('dialog.updateInfo.title'))
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })

  await page.locator('input[name=startsAt]').focus()
  await page.keyboard.type('1')
  await button('announce.add').press('Enter')
  await page.getByText(t('announce.problem.time')).waitFor()
  await page.locator('input[name=startsAt]').fill('')
  await button('announce.add').press('Enter')
  await page.getByText(t('announce.done.added')).waitFor()
  await page.getByText(t('announce.state.shown')).waitFor()

  // A returning reader, with the worker's cache of announcements empty.
  await app.restart()
  await app.fetch('/')
  const announced = async () =>
    (await app.fetch('/')).headers.get('Server-Timing')?.includes('news')
  await expect.poll(announced).toBe(true)
  const reader = await visit({ viewport: phone })
  await reader.page.goto('/login')
  await reader.page.evaluate(() => localStorage.setItem('UpdateInfo', '2026-01-01'))
  await reader.page.goto('/')
  const dialog = reader.page.locator('dialog[open]')
  await expect.poll(() => dialog.locator('p').allTextContents()).toEqual(['新しい', '機能です。'])
  expect(await findingsInBothSchemes(reader.page)).toEqual([])
  await reader.page.reload()
  await networkIsIdle(reader.page)
  expect(await dialog.count()).toBe(0)
  await reader.close()

  await button('announce.withdraw').press('Enter')
  await page.getByText(t('announce.withdrawSure')).waitFor()
  const focused = () => page.locator(':focus').textContent()
  await expect.poll(focused).toBe(t('announce.cancel'))
  expect(await findingsInBothSchemes(page)).toEqual([])
  await button('announce.cancel').press('Enter')
  await expect.poll(focused).toBe(t('announce.withdraw'))
  await button('announce.withdraw').press('Enter')
  let sent = 0
  page.on('request', (request) => (sent += +request.url().endsWith('/announcement/withdrawal')))
  await button('announce.withdraw').dblclick()
  await page.getByText(t('announce.done.withdrawn')).waitFor()
  expect(sent).toBe(1)
  await expect.poll(focused).toBe(t('announce.done.withdrawn'))

  await button('announce.plan').press('Enter')
  await page.getByText(t('announce.problem.time')).waitFor()
  const [start, end] = [page.locator('input[name=start]'), page.locator('input[name=end]')]
  await start.fill('2099-01-02T04:00')
  await end.fill('2099-01-02T03:00')
  await end.press('Enter')
  await page.getByText(t('announce.problem.window')).waitFor()
  problems.length = 0
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  await start.fill(`${day}T02:00`)
  await end.fill(`${day}T04:30`)
  await end.press('Enter')
  await page.getByText(t('announce.done.planned')).waitFor()
  await button('announce.clear').waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
  // Replacing a window by a longer one needs confirmation.
  const windows = () => page.locator('.announcement-list').last().textContent()
  const shorter = await windows()
  await start.fill(`${day}T02:00`)
  await end.fill(`${day}T14:30`)
  await end.press('Enter')
  await page.getByText(t('announce.planSure.long')).waitFor()
  await page.getByText(t('announce.planSure'), { exact: true }).waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
  await button('announce.plan').press('Enter')
  await page.getByText(t('announce.planSure'), { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(windows).not.toBe(shorter)
  await button('announce.clear').press('Enter')
  await page.getByText(t('announce.done.cleared')).waitFor()
  await page.getByText(t('announce.noWindows')).waitFor()
  await expect.poll(focused).toBe(t('announce.done.cleared'))
  expect(problems).toEqual([])
})
