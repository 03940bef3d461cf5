import { afterAll, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { ownApp } from '../../harness/own-app.ts'
import { startWebhook } from '../../harness/webhook.ts'

const tomorrow = addDays(tokyoDay(Date.now()), 1)
const offsetOf = (day: string, minutes = 0.5) =>
  tokyoDayStart(day) + minutes * MINUTE_MS - Date.now()

interface Posted {
  day: string
  text: string
  link: string
  question: Record<string, string>
}

const webhook = await startWebhook<Posted>()
afterAll(() => webhook.stop())
const app = await ownApp({
  clockOffsetMs: offsetOf(tomorrow),
  vars: { PUBLIC_ORIGIN: 'https://ichimon.example', QUESTION_WEBHOOK_URL: webhook.url },
})
beforeEach(() => void (webhook.received = []))

const textsOf = async (day: string) =>
  (
    await app.sql`SELECT text FROM question
      JOIN question_text ON question_text.question_id = question.id
      WHERE day = ${day} ORDER BY language DESC`.all<{ text: string }>()
  ).results.map(({ text }) => text)

it('posts the day’s question once just after midnight, also when runs overlap', async () => {
  await Promise.all([app.triggerCron(), app.triggerCron()])
  await app.triggerCron()
  expect(webhook.received).toHaveLength(1)
  const { day, text, link, question } = webhook.received[0]!.body
  const [japanese, english] = await textsOf(tomorrow)
  expect(day).toBe(tomorrow)
  expect(question).toEqual({ ja: japanese, en: english })
  expect(link).toMatch(/^https:\/\/ichimon\.example\/theme_details\?themeID=/)
  expect(text).toBe(`${japanese}\n${english}\n\n${link}`)
  const next = await textsOf(addDays(tomorrow, 1))
  expect(next).toHaveLength(2)
  for (const hidden of next) expect(JSON.stringify(webhook.received)).not.toContain(hidden)
})

it('calls a webhook again that failed, with the same key', async () => {
  const day = addDays(tomorrow, 1)
  webhook.status = 503
  await app.setClock(offsetOf(day))
  await app.triggerCron()
  await app.triggerCron()
  const { length: failures } = webhook.received
  expect(failures).toBeGreaterThan(0)
  webhook.status = 204
  await app.setClock(offsetOf(day, 2))
  await app.triggerCron()
  await app.triggerCron()
  expect(webhook.received).toHaveLength(failures + 1)
  for (const { headers } of webhook.received)
    expect(headers['idempotency-key']).toBe(`ichimon-${day}`)
  const lines = app.logs.filter((line) => line.includes('"event":"syndication"'))
  expect(lines.some((line) => line.includes('"delayed"') && line.includes('status 503'))).toBe(true)
})

it('posts nothing from six in the morning on', async () => {
  await app.setClock(offsetOf(addDays(tomorrow, 2), 6 * 60))
  await app.triggerCron()
  expect(webhook.received).toEqual([])
})
