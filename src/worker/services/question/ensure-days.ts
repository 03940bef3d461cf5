import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { batch } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { log, errorName } from '../../logging/log.ts'
import { ACTIVE, ASSIGN_QUESTION } from '../../db/day-question.ts'

const HAS_TODAY = `
  SELECT 1 FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day = ?1`

/**
 * Assigns a question of the active questionnaire to today and to tomorrow, exactly once under concurrency. A question
 * that an operator has assigned to a day stays.
 * @returns whether today has a question; it has none only where the pack is empty
 */
export async function ensureDays(env: Env): Promise<boolean> {
  const today = tokyoDay(now(env))
  const tomorrow = addDays(today, 1)
  const assign = env.DB.prepare(ASSIGN_QUESTION)
  const { found } = await batch<{ found: object }>(env.DB, {
    today: assign.bind(newId(), today, tokyoDayStart(today)),
    tomorrow: assign.bind(newId(), tomorrow, tokyoDayStart(tomorrow)),
    found: env.DB.prepare(HAS_TODAY).bind(today),
  })
  const hasToday = found.results.length > 0
  if (!hasToday) {
    log(env, 'error', 'no-question', { day: today })
  }
  return hasToday
}

/** The last day for which this isolate has seen a question. */
let knownDay = ''

/**
 * `ensureDays` for reads: once a day in this isolate, and nothing more once the day is known. A read goes on when it
 * fails, and the next one tries again. Concurrent reads each do the work: none waits for another request's promise,
 * which is never settled when that request is cancelled.
 */
export async function ensureToday(env: Env): Promise<void> {
  const day = tokyoDay(now(env))
  if (day === knownDay) return
  try {
    if (await ensureDays(env)) knownDay = day
  } catch (error) {
    log(env, 'error', 'ensure-days', { error: errorName(error) })
  }
}
