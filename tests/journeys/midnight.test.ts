import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { tokyoDayEnd } from '../../src/domain/question-day.ts'
import { questionText, composerPath } from '../../src/domain/question.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { timeLeft } from '../../src/domain/time-left.ts'
import { fillTimeLeft } from '../../src/i18n/time-left.ts'
import { stored, t } from '../../harness/steps/account-steps.ts'
import { recordShifts, shiftsOf } from '../../harness/layout-shifts.ts'
import { lookAgain, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: [/ 406 /, RESTART] })

const posted = (userId: string) =>
  app.sql`SELECT count(*) AS n FROM comment WHERE user_id = ${userId}`.first<number>('n')

test('abroad the day ends in the reader’s own time, and by a clock a day off no earlier or later', async ({
  visit,
}) => {
  for (const [timezoneId, hours] of [
    ['America/New_York', /^(?:09|10):00$/],
    ['Asia/Kathmandu', /^20:45$/],
    ['Europe/Paris', /^(?:16|17):00$/],
  ] as const) {
    const own = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: timezoneId,
    })
    const time = own.format(tokyoDayEnd(Date.now()) + 1)
    expect(time).toMatch(hours)
    const [hour, minute] = time.split(':').map(Number)
    const twelve = `${hour! % 12 || 12}:${String(minute).padStart(2, '0')} ${hour! < 12 ? 'am' : 'pm'}`
    const { page } = await visit({ language: 'en', timezoneId })
    await recordShifts(page)
    await page.goto('/')
    await page.getByText(`until ${twelve} your time`, { exact: true }).waitFor()
    await networkIsIdle(page)
    expect(await shiftsOf(page)).toEqual([])
  }

  for (const days of [-1, 1]) {
    const { page } = await visit()
    await page.addInitScript((offset) => {
      const [{ now }, { timeOrigin }] = [Date, performance]
      Date.now = () => now.call(Date) + offset
      Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + offset })
    }, days * DAY_MS)
    await page.goto('/')
    const end = tokyoDayEnd(Date.now())
    const words = () => fillTimeLeft(t('time_left_hh_mm'), timeLeft(end, Date.now()))
    const countdown = page.locator('day-countdown')
    await expect.poll(async () => (await countdown.textContent())?.includes(words())).toBe(true)
    await lookAgain(page)
    expect(await page.getByText(t('question.ended')).count()).toBe(0)
    expect(await page.getByRole('textbox').isVisible()).toBe(true)
    // In Tokyo no other time is added.
    expect(await page.locator('day-countdown small').isVisible()).toBe(false)
  }
})

test('at midnight the countdown ends, a text is kept for the new question, and a late post refused', async ({
  visit,
  signedIn,
}) => {
  const midnight = tokyoDayEnd(Date.now()) + 1
  /** The server's clock, and that of a page's device. */
  const setClocks = async (time: number) => {
    await app.setClock(time - Date.now())
    await guest.clock.setSystemTime(time)
  }
  const { page: guest } = await visit({ allows: /ERR_FAILED/ })
  await app.setClock(midnight - 120 * MINUTE_MS + 20_000 - Date.now())
  const today = await todaysQuestion(app)
  await guest.clock.install({ time: midnight - 120 * MINUTE_MS + 20_000 })
  await guest.goto('/')
  const isLeft = (time: number) =>
    expect
      .poll(() => guest.locator('day-countdown').textContent())
      .toContain(fillTimeLeft(t('time_left_hh_mm'), timeLeft(midnight - 1, time)))
  await isLeft(midnight - 120 * MINUTE_MS + 20_000)
  await app.setClock(midnight - 119 * MINUTE_MS + 5_000 - Date.now())
  await guest.clock.runFor(45_000)
  await isLeft(midnight - 119 * MINUTE_MS + 5_000)
  await setClocks(midnight - 30_000)
  await lookAgain(guest)
  await isLeft(midnight - 30_000)

  const fieldOf = (page: Page) => page.getByRole('textbox', { name: t('composer.label') })
  const { page, person } = await signedIn()
  await page.clock.install({ time: midnight - 90_000 })
  await page.goto('/')
  const field = fieldOf(page)
  await field.click()
  await page.clock.runFor(3_000)
  const text = '間に合いそうな一言'
  await field.fill(text)
  const { page: apart, person: late } = await signedIn()
  await apart.goto(composerPath(today.questionId))
  const lateText = '間に合わない一言'
  await fieldOf(apart).fill(lateText)
  // The guest's clock is fast: the server's day has not ended. Without a response the page asks again after 15 s.
  let asked = 0
  await guest.route('**/service/maintenance', (route) => {
    asked += 1
    return route.abort()
  })
  await guest.clock.runFor(40_000)
  await expect.poll(() => asked).toBe(1)
  await networkIsIdle(guest)
  await guest.clock.runFor(14_000)
  expect(asked).toBe(1)
  await guest.clock.runFor(2_000)
  await expect.poll(() => asked).toBe(2)
  await guest.unroute('**/service/maintenance')
  await guest.clock.runFor(16_000)
  await networkIsIdle(guest)
  expect(await fieldOf(guest).isVisible()).toBe(true)

  // No request of a page is under way.
  await Promise.all([guest, page, apart].map(networkIsIdle))
  await app.restartAt(midnight + 30_000 - Date.now())
  for (const one of [page, guest]) {
    // A page that could not ask the server asks again after a while.
    const isEnded = async () => {
      await one.clock.runFor(16_000)
      await networkIsIdle(one)
      return one.getByText(t('question.ended')).isVisible()
    }
    await expect.poll(isEnded).toBe(true)
  }
  await isLeft(midnight)
  expect(await fieldOf(guest).isVisible()).toBe(false)
  await page.getByText(t('composer.error.closed')).waitFor()
  expect(await field.inputValue()).toBe(text)
  const post = page.getByRole('button', { name: t('composer.post'), exact: true })
  expect(await post.isVisible()).toBe(false)
  expect(await page.locator('.open-form').isVisible()).toBe(false)
  await field.press('Control+Enter')
  expect(await posted(person.userId)).toBe(0)
  const draft = `Draft:${today.questionId}:${person.userId}`
  expect((await stored(page, draft)).local).toContain(text)

  await page.getByRole('link', { name: t('question.next') }).click()
  const tomorrow = await todaysQuestion(app)
  expect(tomorrow.questionId).not.toBe(today.questionId)
  await expect.poll(() => page.locator('h1').textContent()).toBe(questionText(tomorrow, 'ja'))
  expect(await field.inputValue()).toBe('')
  await page.locator('.earlier-draft blockquote', { hasText: text }).waitFor()
  await page.getByRole('button', { name: t('composer.earlier.use') }).click()
  expect(await field.inputValue()).toBe(text)
  expect((await stored(page, draft)).local).toBeNull()
  await post.click()
  await expect.poll(() => posted(person.userId)).toBe(1)

  await apart.getByRole('button', { name: t('composer.post'), exact: true }).click()
  await apart.getByText(t('composer.error.closed')).waitFor()
  await apart.getByText(t('question.ended')).waitFor()
  expect(await fieldOf(apart).inputValue()).toBe(lateText)
  expect(await posted(late.userId)).toBe(0)
  await apart.getByRole('link', { name: t('question.next') }).click()
  await apart.waitForURL(`${app.origin}/`)
})
