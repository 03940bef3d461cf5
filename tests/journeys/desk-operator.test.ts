import { expect } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, shortcomings } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { t } from '../../harness/steps/account-steps.ts'
import { pagesTell } from '../../harness/steps/dialog-openers.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ demonstration: true })
const test = journey(app)

test('leads by keyboard alone over the glance, a person and an announcement to a reader', async ({
  visit,
  signedIn,
}) => {
  await app.triggerCron()
  const person = await createPerson(app)
  const { page, person: me } = await signedIn({ viewport: phone })
  await grant(app, me, 'operator')
  await page.goto('/operator')
  await page.getByText(t('glance.well')).waitFor()
  const figure = page
    .locator('.glance-figures div', { hasText: t('glance.today.posts') })
    .locator('dd')
  expect(Number.parseInt((await figure.textContent())!)).toBeGreaterThan(0)
  expect(await shortcomings(page)).toEqual([])
  const table = page.getByRole('table', { name: t('glance.lastDays') })
  expect(await table.getByRole('row').count()).toBe(15)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

  const sections = page.getByRole('navigation', { name: t('operator.sections') })
  await sections
    .getByRole('link', { name: t('operator.section.people'), exact: true })
    .press('Enter')
  const back = await page.locator('[data-back]').getAttribute('href')
  expect(new URL(back!, app.origin).pathname).toBe('/operator')
  // The ring is around the name alone.
  const over = await page.locator('.people li a', { hasText: me.username }).evaluate((link) => {
    link.focus()
    const { outlineOffset, outlineWidth } = getComputedStyle(link)
    const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    const below = link.closest('li')!.querySelector('p')!.getBoundingClientRect()
    return link.getBoundingClientRect().bottom + ring - below.top
  })
  expect(over).toBeLessThan(4)
  const name = page.getByLabel(t('people.nameOrEmail'))
  await name.fill(person.email)
  await name.press('Enter')
  const heading = page.getByRole('heading', { name: person.username })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await shortcomings(page)).toEqual([])

  await page.setViewportSize({ width: 768, height: 1024 })
  const endOf = (part: string) =>
    page.locator(part).evaluate((one) => one.getBoundingClientRect().right)
  expect(await endOf('.person')).toBe(await endOf('.desk-sections'))
  await page.setViewportSize(phone)

  await page.getByRole('button', { name: t('people.action.pause'), exact: true }).press('Enter')
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ ...phone, width: 320 })
  const buttons = await page.locator('.person .desk-form .form-actions .button').all()
  const [cancel, confirm] = await Promise.all(buttons.map((one) => one.boundingBox()))
  expect(confirm!.y).toBeGreaterThan(cancel!.y)
  expect([cancel!.width, confirm!.width]).toEqual([288, 288])
  await page.setViewportSize(phone)

  await sections
    .getByRole('link', { name: t('operator.section.announcements'), exact: true })
    .press('Enter')
  const button = (key: Parameters<typeof t>[0]) =>
    page.getByRole('button', { name: t(key), exact: true })
  await button('announce.new').press('Enter')
  await page.locator('textarea[lang=ja]').pressSequentially('新しい\n機能です。')
  await page.locator('textarea[lang=en]').pressSequentially('Something\nis new.')
  expect(await shortcomings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

  await button('announce.add').press('Enter')
  await page.getByText(t('announce.sure')).waitFor()
  await button('announce.confirm').press('Enter')
  await page.getByText(t('announce.done.added')).waitFor()
  await page.getByText(t('announce.state.shown')).waitFor()

  await pagesTell(app, /news;/)
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
  await expect.poll(focused).toBe(t('dialog.cancel'))
  expect(await findingsInBothSchemes(page)).toEqual([])
  await button('dialog.cancel').press('Enter')
  await expect.poll(focused).toBe(t('announce.withdraw'))
  await button('announce.withdraw').press('Enter')
  await button('announce.withdraw').press('Enter')
  await page.getByText(t('announce.done.withdrawn')).waitFor()
  await expect.poll(focused).toBe(t('announce.done.withdrawn'))

  await button('announce.plan').press('Enter')
  const [start, end] = [page.locator('input[name=start]'), page.locator('input[name=end]')]
  await start.fill('')
  await end.fill('')
  await button('announce.planSubmit').press('Enter')
  await expect.poll(() => page.getByText(t('announce.problem.time')).count()).toBe(2)
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  await start.fill(`${day}T02:00`)
  await end.fill(`${day}T04:30`)
  await button('announce.planSubmit').evaluate((one) => one.scrollIntoView({ block: 'end' }))
  await button('announce.planSubmit').press('Enter')
  await page.getByText('02:00〜04:30のメンテナンス').waitFor()
  const { y, height } = (await button('announce.planConfirm').boundingBox())!
  expect(y + height).toBeLessThan(phone.height)
  await end.press('Enter')
  await page.getByText(t('announce.set.planned')).waitFor()
  await button('announce.window.plannedClear').waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
  await button('announce.window.plannedClear').press('Enter')
  await expect.poll(focused).toBe(t('dialog.cancel'))
  await button('announce.window.plannedClear').press('Enter')
  await page.getByText(t('announce.cleared.planned')).waitFor()
  await page.getByText(t('announce.noWindows')).waitFor()
  await expect.poll(focused).toBe(t('announce.cleared.planned'))
})
