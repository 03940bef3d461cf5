import { beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, smallTargets } from '../../harness/accessibility.ts'
import { phone } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'

const app = await ownApp({ demonstration: true })
const test = journey(app, { allows: / 40[46] / })

beforeAll(async () => {
  await app.triggerCron()
})

test('leads by keyboard alone from the glance to a person who is paused, freed and deleted', async ({
  signedIn,
}) => {
  const t = texts.ja
  const person = await createPerson(app)
  const { page, problems, person: me } = await signedIn({ viewport: phone })
  await grant(app, me, 'operator')
  await page.goto('/operator')
  await page.getByText(t('glance.well')).waitFor()
  const figure = page.locator('.glance-figures div', { hasText: t('glance.people') }).locator('dd')
  expect(Number(await figure.textContent())).toBeGreaterThan(0)
  expect(await findingsInBothSchemes(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  const table = page.getByRole('table', { name: t('glance.lastDays') })
  expect(await table.getByRole('row').count()).toBe(15)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(phone.width)

  const sections = page.getByRole('navigation', { name: t('operator.sections') })
  await sections
    .getByRole('link', { name: t('operator.section.people'), exact: true })
    .press('Enter')
  const name = page.getByLabel(t('people.nameOrEmail'))
  await name.fill('nobody-at-all')
  await name.press('Enter')
  await page.getByText(t('people.notFound')).waitFor()
  problems.length = 0
  await name.fill(person.email)
  await name.press('Enter')
  const heading = page.getByRole('heading', { name: person.username })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await findingsInBothSchemes(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])

  const choice = (action: 'pause' | 'lift' | 'delete') =>
    page.getByRole('button', { name: t(`people.action.${action}`), exact: true })
  const confirm = (action: 'pause' | 'lift' | 'delete') =>
    page.getByRole('button', {
      name: t('desk.confirm', { action: t(`people.action.${action}`) }),
    })
  await choice('pause').press('Enter')
  await confirm('pause').press('Enter')
  await page.getByText(t('desk.groundMissing')).waitFor()
  await page.locator('[aria-invalid="true"]:focus').waitFor()
  await page.keyboard.type('Rule 2')
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(t('people.done.pause', { username: person.username })).waitFor()
  await choice('lift').press('Enter')
  await confirm('lift').press('Enter')
  await page.getByText(t('people.done.lift', { username: person.username })).waitFor()

  await choice('delete').press('Enter')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => choice('delete').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await choice('delete').press('Enter')
  await page.getByLabel(t('people.why')).fill('Asked for it by mail')
  await confirm('delete').press('Enter')
  await page.getByText(t('people.confirmWrong')).waitFor()
  expect(await page.getByLabel(t('people.why')).inputValue()).toBe('Asked for it by mail')
  await page
    .getByLabel(t('people.confirmName', { username: person.username }))
    .fill(person.username)
  await page.keyboard.press('Enter')
  await page.getByText(t('people.done.delete', { username: person.username })).waitFor()
  expect(await heading.count()).toBe(0)
  expect(problems).toEqual([])
})
