import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { languages } from '../../domain/language.ts'
import { questionPath } from '../../domain/question.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { todaysQuestion } from '../db/question.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import { callWebhook } from '../http/post-json.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { log } from '../logging/log.ts'

/** A webhook set later in the day, or failing for longer, begins with the next day. */
const WINDOW_MS = 6 * HOUR_MS
/** In each of the first minutes, then each quarter of an hour. */
const isDue = (minute: number) => minute < 5 || minute % 15 === 0

/** Once a day (`docs/product.md#posting-the-question-elsewhere`); retries reuse the `Idempotency-Key`. */
export async function syndicateQuestion(env: Env): Promise<void> {
  const { questionWebhook } = config(env)
  const nowMs = now(env)
  const day = tokyoDay(nowMs)
  const age = nowMs - tokyoDayStart(day)
  if (!questionWebhook || age >= WINDOW_MS || !isDue(Math.floor(age / MINUTE_MS))) return
  if ((await readSetting(env, 'syndicated')) === day) return
  const question = await todaysQuestion(env)
  if (!question) return

  const link = publicOrigin(env, 'http://localhost:8787') + questionPath(question.questionId)
  const lines = new Set(languages.map((language) => question.text[language]))
  const body = { day, text: `${[...lines].join('\n')}\n\n${link}`, link, question: question.text }
  try {
    await callWebhook('question', questionWebhook, body, { 'Idempotency-Key': `ichimon-${day}` })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log(env, 'warn', 'syndication', { outcome: 'delayed', reason })
    return
  }
  await writeSetting(env, 'syndicated', day).run()
  log(env, 'info', 'syndication', { outcome: 'posted' })
}
