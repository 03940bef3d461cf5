import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { languages } from '../../domain/language.ts'
import { questionPath } from '../../domain/question.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { todaysQuestion } from '../db/question.ts'
import { callWebhook } from '../http/post-json.ts'
import { publicOrigin } from '../http/site-origin.ts'
import { log } from '../logging/log.ts'

/** A webhook set later in the day, or failing for longer, begins with the next day. */
const WINDOW_MS = 6 * HOUR_MS
/** Minutes between attempts; the last repeats. An attempt takes less than the first. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 60]

/** Counts a due attempt. `?1` day, `?2` now, `?3` waits in ms as a JSON array. */
const ATTEMPT = `
  INSERT INTO syndication (day, target, attempts, next_attempt_at)
  VALUES (?1, 'webhook', 1, ?2 + (?3 ->> 0))
  ON CONFLICT (day, target) DO UPDATE SET attempts = attempts + 1,
    next_attempt_at = ?2 + (?3 ->> min(attempts, json_array_length(?3) - 1))
  WHERE done_at IS NULL AND next_attempt_at <= ?2
  RETURNING attempts`
const DONE = "UPDATE syndication SET done_at = ?2 WHERE day = ?1 AND target = 'webhook'"
const OLD = 'DELETE FROM syndication WHERE day < ?1'

/** Once a day (`docs/product.md#posting-the-question-elsewhere`); retries reuse the `Idempotency-Key`. */
export async function syndicateQuestion(env: Env): Promise<void> {
  const { questionWebhook } = config(env)
  const nowMs = now(env)
  const day = tokyoDay(nowMs)
  if (!questionWebhook || nowMs >= tokyoDayStart(day) + WINDOW_MS) return
  const question = await todaysQuestion(env)
  if (!question) return
  await env.DB.prepare(OLD).bind(day).run()
  const waits = JSON.stringify(BACKOFF_MINUTES.map((minutes) => minutes * MINUTE_MS))
  const attempt = await env.DB.prepare(ATTEMPT)
    .bind(day, nowMs, waits)
    .first<{ attempts: number }>()
  if (!attempt) return
  const { attempts } = attempt

  const link = publicOrigin(env, 'http://localhost:8787') + questionPath(question.questionId)
  const lines = new Set(languages.map((language) => question.text[language]))
  const body = { day, text: `${[...lines].join('\n')}\n\n${link}`, link, question: question.text }
  try {
    await callWebhook('question', questionWebhook, body, { 'Idempotency-Key': `ichimon-${day}` })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log(env, 'warn', 'syndication', { outcome: 'delayed', attempts, reason })
    return
  }
  await env.DB.prepare(DONE).bind(day, now(env)).run()
  log(env, 'info', 'syndication', { outcome: 'posted', attempts })
}
