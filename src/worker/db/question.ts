import { FALLBACK_LANGUAGE, type Language, languages } from '../../domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { NEVER_GIVEN } from '../../domain/question-pool.ts'
import { isFurther, type Texts } from '../../domain/texts-by-language.ts'
import { now } from '../config/clock.ts'
import { errorName, log } from '../logging/log.ts'
import { batch } from './database.ts'
import { newId } from './id.ts'

/**
 * SQL: a JSON object with a question's value in every language, `null` where it has no text. Each language costs one
 * row; a scan of the question's texts would read one more to find their end.
 * @param value SQL of JSON from a row of `question_text`
 */
export function textsByLanguage(value: string, questionId: string): string {
  const entries = languages.map(
    (language) => `'${language}', json((SELECT ${value} FROM question_text
      WHERE question_text.question_id = ${questionId} AND language = '${language}'))`,
  )
  return `json_object(${entries.join(', ')})`
}

/** Texts from a JSON object: a further language that is missing is left out, English and Japanese are '' then. */
export function textsOf(json: string): Texts {
  const stored = JSON.parse(json) as Record<string, string | null>
  const entries = languages.flatMap((language) => {
    const text = stored[language] ?? (isFurther(language) ? undefined : '')
    return text === undefined ? [] : [[language, text] as const]
  })
  return Object.fromEntries(entries) as Texts
}

/** The questionnaire that gives out the day's question, as the source `active`. */
export const ACTIVE =
  '(SELECT id FROM questionnaire WHERE status = 1 ORDER BY id LIMIT 1) AS active'

/** SQL: the questions outside every season, the one given longest ago first, then by position. */
export const REGULAR = `
  SELECT * FROM pack_question WHERE season_from IS NULL AND last_day < '${NEVER_GIVEN}'
  ORDER BY last_day, position`

/** SQL: the first of them. */
export const NEXT_REGULAR = `${REGULAR} LIMIT 1`

/**
 * SQL: the question of a season that contains the day `?2` and that the past year has not had. The season that ends
 * first wins, so a fixed date comes before a longer season; two questions of one date take turns.
 */
const NEXT_OF_SEASON = `
  SELECT * FROM pack_question
  WHERE season_until >= substr(?2, 6) AND season_from <= substr(?2, 6)
    AND last_day <= date(?2, '-1 year')
  ORDER BY season_until, last_day, position LIMIT 1`

/**
 * Gives a day (`?2`, its start in epoch milliseconds `?3`) that has no question the next built-in one, under the id
 * `?1`. By (last_day, position) no regular question returns before all others were given; the trigger
 * `question_given` copies the texts and writes the last day.
 */
export const ASSIGN_QUESTION = `
  INSERT INTO question
    (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
  SELECT ?1, active.id, next.topic_id, next.id, ?2, ?3
  FROM ${ACTIVE}
  CROSS JOIN (
    SELECT * FROM (
      SELECT 0 AS choice, season.* FROM (${NEXT_OF_SEASON}) AS season
      UNION ALL SELECT 1, regular.* FROM (${NEXT_REGULAR}) AS regular
    ) ORDER BY choice LIMIT 1
  ) AS next
  WHERE NOT EXISTS (SELECT 1 FROM question WHERE questionnaire_id = active.id AND day = ?2)
  ON CONFLICT DO NOTHING`

export interface TodaysQuestion {
  questionId: string
  /** The Tokyo day on which it is asked. */
  day: string
  /** A language without a text has that of the fallback. */
  text: Record<Language, string>
}

const TODAY = `
  SELECT question.id AS questionId,
    ${textsByLanguage("json_object('text', text)", 'question.id')} AS texts
  FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day = ?1`

/** @returns `undefined` while the day has no question */
export async function todaysQuestion(env: Env): Promise<TodaysQuestion | undefined> {
  const day = tokyoDay(now(env))
  const row = await env.DB.prepare(TODAY).bind(day).first<{ questionId: string; texts: string }>()
  if (!row) return undefined
  const texts = JSON.parse(row.texts) as Record<Language, { text: string } | null>
  const textIn = (language: Language) => texts[language]?.text ?? texts[FALLBACK_LANGUAGE]?.text
  return {
    questionId: row.questionId,
    day,
    text: Object.fromEntries(
      languages.map((language) => [language, textIn(language) ?? '']),
    ) as Record<Language, string>,
  }
}

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
