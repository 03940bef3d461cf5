import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, shortcomings } from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import { t } from '../../harness/steps/account-steps.ts'
import { dayOf, insertPool, schedule } from '../../harness/steps/desk-calls.ts'
import { grant, personWithRole } from '../../harness/steps/moderation-calls.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 40[36] |ERR_FAILED/ })

const today = tokyoDay(Date.now())

test('leads by keyboard alone from a new question to its day, and to another', async ({
  signedIn,
}) => {
  const colleague = await personWithRole(app, 'editor')
  const { page, problems, person } = await signedIn({ viewport: phone })
  await grant(app, person, 'editor')
  await page.goto('/operator')
  // The only section of an editor.
  await page.locator('.calendar-day').first().waitFor()
  expect(await page.locator('.calendar-day').count()).toBe(60)
  const chevron = page.locator('.calendar-text > :first-child').first()
  expect(await chevron.evaluate((one) => getComputedStyle(one, '::after').width)).toBe('8px')
  expect(await shortcomings(page)).toEqual([])

  const button = (key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key) })
  const day = addDays(today, 3)
  await page.locator(`[data-day="${day}"]`).press('Enter')
  await button('questions.pick').press('Enter')
  await button('questions.new').press('Enter')
  await page.keyboard.type(`360番目の、窓の外の問い？`)
  const submit = page.locator('.calendar-panel .desk-form .button:not(.button-quiet)')
  await submit.press('Enter')
  await page.getByText(t('questions.problem.missing')).waitFor()
  await page.locator('.field-error').getByText(t('questions.topicChoose')).waitFor()
  await page.getByLabel(t('questions.topic')).selectOption({ index: 1 })
  await page.locator('textarea[lang=en]').pressSequentially(`What is outside window 360?`)
  expect(await findingsInBothSchemes(page)).toEqual([])

  // Another editor has changed the day meanwhile.
  const poolId = `meanwhile-360`
  await insertPool(app, { poolId, texts: { ja: `360の間？`, en: `Meanwhile 360?` } })
  await schedule(app, colleague, day, poolId)
  await submit.press('Enter')
  await page.getByText(t('questions.problem.changed')).waitFor()
  problems.length = 0
  await submit.press('Enter')
  await expect
    .poll(async () => (await dayOf(app, colleague, day)).question?.texts.en)
    .toBe(`What is outside window 360?`)
  await expect.poll(() => page.locator(':focus').getAttribute('data-day')).toBe(day)

  await page.keyboard.press('Enter')
  await button('questions.move').press('Enter')
  await page.getByLabel(t('questions.moveTo')).fill(addDays(day, 1))
  await page.getByLabel(t('questions.moveTo')).press('Enter')
  await expect
    .poll(async () => (await dayOf(app, colleague, addDays(day, 1))).question?.texts.en)
    .toBe(`What is outside window 360?`)
  const row = page.locator('li', { has: page.locator(`[data-day="${day}"]`) })
  await row.locator('.form-notice:not(:empty)').waitFor()

  await app.sql`INSERT OR IGNORE INTO question_figures SELECT id, day, 1, 1250, 9841, 25, 114, 10, 1, 140 FROM question`.run()
  await page.evaluate(() => scrollTo(0, 2000))
  await page.evaluate(() => (location.hash = 'figures'))
  await page.getByRole('region', { name: t('questions.view.figures') }).waitFor()
  const seen = await page.evaluate(() => [scrollY, document.documentElement.scrollWidth])
  expect(seen).toEqual([0, phone.width])
  const rule = page.locator('.figures tbody td').first()
  expect(await rule.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('0px')
  expect(await runTogether(page)).toEqual([])
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await runTogether(page)).toEqual([])
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  expect(await shortcomings(page)).toEqual([])
  expect(problems).toEqual([])
})

/** Cells of the figures whose text is hardly apart from that of the one before. */
const runTogether = (page: Page) =>
  page.locator('.figures :is(th, td)').evaluateAll((cells) => {
    const texts = cells.map((cell) => {
      const range = new Range()
      range.selectNodeContents(cell.querySelector('button') ?? cell)
      return range.getBoundingClientRect()
    })
    const isNear = ({ left, top }: DOMRect, before?: DOMRect) =>
      before && Math.abs(before.top - top) < 9 && left - before.right < 6
    return cells.filter((_, n) => isNear(texts[n]!, texts[n - 1])).map((one) => one.textContent)
  })

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('a person suggests a question, an editor chooses it, and the person is notified', async ({
  signedIn,
}) => {
  const suggested = '帰り道で何を見た？'
  const person = await signedIn()
  const { page } = person
  await page.goto('/')
  await page.locator('.burger').click()
  await page.getByRole('link', { name: t('settings.suggest') }).click()
  const field = page.getByRole('textbox', { name: t('suggest.text') })
  const send = page.getByRole('button', { name: t('suggest.send') })
  await send.click()
  await page.getByText(t('suggest.error.missing')).waitFor()
  await field.fill(suggested)
  await page.getByRole('checkbox').check()
  expect(await shortcomings(page)).toEqual([])
  await page.route('**/comment/v1/suggestion', (route) => route.abort())
  await send.click()
  await page.getByText(t('error.network')).waitFor()
  expect(await field.inputValue()).toBe(suggested)
  await page.unroute('**/comment/v1/suggestion')
  await send.click()
  await page.getByText(t('suggest.done')).waitFor()
  await page.getByText(t('suggest.state.waiting')).waitFor()
  expect(await field.count()).toBe(0)
  const withdraw = page.getByRole('button', {
    name: t('suggest.withdrawOf', { text: suggested }),
  })
  await withdraw.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe(t('suggest.withdraw'))
  await withdraw.press('Enter')
  await expect.poll(() => focusedText(page)).toBe(t('dialog.cancel'))
  expect(await shortcomings(page)).toEqual([])
  await page.getByRole('button', { name: t('suggest.withdraw'), exact: true }).click()
  await page.getByText(t('suggest.withdrawn')).waitFor()
  expect(await field.inputValue()).toBe(suggested)
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  await send.click()
  await page.getByText(t('suggest.done')).waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])

  const editor = await signedIn({ viewport: desk })
  await grant(app, editor.person, 'editor')
  const desktop = editor.page
  const button = (key: Parameters<typeof t>[0]) =>
    desktop.getByRole('button', { name: t(key), exact: true })
  await desktop.goto('/operator/questions')
  await desktop.getByRole('link', { name: t('questions.view.waiting', { count: 1 }) }).click()
  await desktop.getByText(suggested).click()
  expect(await findingsInBothSchemes(desktop)).toEqual([])
  await button('questions.add').click()
  await desktop.locator(`textarea[lang=en]`).fill('What did you see on your way?')
  await desktop.getByLabel(t('questions.topic')).selectOption({ index: 1 })
  await button('questions.add').click()
  await desktop.getByText(t('questions.done.chosen')).waitFor()
  await expect.poll(() => desktop.getByText(suggested).count()).toBe(0)
  await desktop.getByRole('link', { name: t('questions.dayOf') }).click()
  await desktop.locator('.pool-line', { hasText: suggested }).waitFor()

  await page.goto('/notices')
  await page.getByRole('heading', { name: t('notices.suggestion') }).waitFor()
  await page.getByText(suggested).waitFor()
  await page.goto('/suggest')
  await page.getByText(t('suggest.state.chosen')).waitFor()
})
