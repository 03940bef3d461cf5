import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { tokyoDayEnd } from '../../src/domain/question-day.ts'
import { questionText, composerPath } from '../../src/domain/question.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { timeLeft } from '../../src/domain/time-left.ts'
import { fillTimeLeft } from '../../src/i18n/time-left.ts'
import { stored, texts } from '../../harness/steps/account-steps.ts'
import { recordShifts, shiftsOf } from '../../harness/layout-shifts.ts'
import { lookAgain, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
const test = journey(app, { allows: [/ 406 /, RESTART] })

let today: Required<Question>
let midnight: number

/** Restarts the server after midnight, when no request of the page is under way. */
async function passMidnight(page: Page): Promise<void> {
  await networkIsIdle(page)
  await app.restartAt(midnight + 30_000 - Date.now())
}

/** A page that could not ask the server asks again after a while. */
async function dayEnds(page: Page): Promise<void> {
  const isEnded = async () => {
    await page.clock.runFor(30_000)
    return page.getByText(texts.ja('question.ended')).isVisible()
  }
  await expect.poll(isEnded, { interval: 200 }).toBe(true)
}

const posted = async (userId: string) => {
  const query = 'SELECT count(*) AS count FROM comment WHERE user_id = ?'
  const row = await app.db.prepare(query).bind(userId).first<{ count: number }>()
  return row?.count
}

describe('before midnight in Tokyo', () => {
  const t = texts.ja

  test('abroad the end of the day is shown in the reader’s own time', async ({ visit }) => {
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
      const words = texts.en('question.endsAbroad', { time: twelve })
      await page.getByText(words, { exact: true }).waitFor()
      await networkIsIdle(page)
      expect(await shiftsOf(page)).toEqual([])
    }
  })

  test('a device whose clock is a day off has the same time left', async ({ visit }) => {
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
})

describe('at midnight in Tokyo', () => {
  const t = texts.ja

  beforeEach(async () => {
    midnight = tokyoDayEnd(Date.now()) + 1
    await app.restartAt(midnight - 2 * MINUTE_MS - Date.now())
    today = await todaysQuestion(app)
  })

  test('a text just being written is offered for the new question, and no Post remains', async ({
    signedIn,
  }) => {
    const { page, person } = await signedIn()
    await page.clock.install({ time: midnight - 90_000 })
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await field.click()
    await page.clock.runFor(3_000)
    const text = 'almost in time, ja'
    await field.fill(text)
    await passMidnight(page)
    await dayEnds(page)
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
  })

  test('an empty composer gives way to the new question', async ({ signedIn }) => {
    const { page } = await signedIn()
    await page.clock.install({ time: midnight - 30_000 })
    await page.goto('/')
    const field = page.getByRole('textbox', { name: t('composer.label') })
    await field.waitFor()
    // The device's clock is fast: the server's day has not ended.
    await page.clock.runFor(40_000)
    expect(await field.isVisible()).toBe(true)
    await passMidnight(page)
    await dayEnds(page)
    expect(await field.isVisible()).toBe(false)
  })

  test('the page for writing says so as soon as a post is refused', async ({ signedIn }) => {
    const { page, person } = await signedIn()
    await page.goto(composerPath(today.questionId))
    const field = page.getByRole('textbox', { name: t('composer.label') })
    const text = 'too late, ja'
    await field.fill(text)
    await passMidnight(page)
    await page.getByRole('button', { name: t('composer.post'), exact: true }).click()
    await page.getByText(t('composer.error.closed')).waitFor()
    await page.getByText(t('question.ended')).waitFor()
    expect(await field.inputValue()).toBe(text)
    expect(await posted(person.userId)).toBe(0)
    await page.getByRole('link', { name: t('question.next') }).click()
    await page.waitForURL(`${app.origin}/`)
  })
})
