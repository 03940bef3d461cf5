import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { newId } from '../../db/id.ts'
import { log, errorName } from '../../logging/log.ts'

/** The questionnaire that gives out the day's question. */
const ACTIVE = '(SELECT id FROM questionnaire WHERE status = 1 ORDER BY id LIMIT 1) AS active'

/**
 * Gives the built-in question that was given longest ago, first by position, to a day that has none. The pack's
 * order by (last_day, position) repeats nothing within the pack's length; `question_given` writes the last day.
 */
const GIVE = `
  INSERT INTO question
    (id, questionnaire_id, topic_id, pack_question_id, day, preview_at, text, text_ja)
  SELECT ?1, active.id, next.topic_id, next.id, ?2, ?3, next.text, next.text_ja
  FROM ${ACTIVE}
  CROSS JOIN (SELECT * FROM pack_question ORDER BY last_day, position LIMIT 1) AS next
  WHERE NOT EXISTS (SELECT 1 FROM question WHERE questionnaire_id = active.id AND day = ?2)
  ON CONFLICT DO NOTHING`

const HAS_TODAY = `
  SELECT 1 FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day = ?1`

/**
 * Makes today and tomorrow have their question in the active questionnaire, exactly once under concurrency. A question
 * that an operator has put on a day stays.
 * @returns whether today has a question; it has none only where the pack is empty
 */
export async function ensureDays(env: Env): Promise<boolean> {
  const today = tokyoDay(now(env))
  const tomorrow = addDays(today, 1)
  const give = env.DB.prepare(GIVE)
  const outcome = await env.DB.batch([
    give.bind(newId(), today, tokyoDayStart(today)),
    give.bind(newId(), tomorrow, tokyoDayStart(tomorrow)),
    env.DB.prepare(HAS_TODAY).bind(today),
  ])
  const hasToday = (outcome.at(-1)?.results.length ?? 0) > 0
  if (!hasToday) {
    log(env, 'error', 'no question to give out', { day: today })
  }
  return hasToday
}

/** The day that this isolate knows to have its question. */
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
    log(env, 'error', 'ensureDays', { error: errorName(error) })
  }
}
