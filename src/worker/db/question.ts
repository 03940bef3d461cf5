import { FALLBACK_LANGUAGE, type Language, languages } from '../../domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { isFurther, type Texts } from '../../domain/texts-by-language.ts'
import { now } from '../config/clock.ts'
import { errorName, log } from '../logging/log.ts'
import { batch } from './database.ts'
import { newId } from './id.ts'

/**
 * SQL: JSON object of a question's value in every language, `null` without a text. One row per language; a scan would
 * read one more to find the end.
 * @param value SQL of JSON from a row of `question_text`
 */
export function textsByLanguage(value: string, questionId: string): string {
  const entries = languages.map(
    (language) => `'${language}', json((SELECT ${value} FROM question_text
      WHERE question_text.question_id = ${questionId} AND language = '${language}'))`,
  )
  return `json_object(${entries.join(', ')})`
}

/** Missing English and Japanese become ''; other missing languages are omitted. */
export function textsOf(json: string): Texts {
  const stored = JSON.parse(json) as Record<string, string | null>
  const entries = languages.flatMap((language) => {
    const text = stored[language] ?? (isFurther(language) ? undefined : '')
    return text === undefined ? [] : [[language, text] as const]
  })
  return Object.fromEntries(entries) as Texts
}

/** Source `active`: the questionnaire that supplies the day's question. */
export const ACTIVE =
  '(SELECT id FROM questionnaire WHERE status = 1 ORDER BY id LIMIT 1) AS active'

/** SQL: before `NEVER_GIVEN`, after every day. */
export const EVER = "'9999'"

/** SQL: regular questions, flat or not, last given on `until` at the latest, in order. */
export const regular = (columns: string, isFlat: 0 | 1, until: string, limit = '1') => `
  SELECT ${columns} FROM pack_question
  WHERE season_from IS NULL AND (flat_day IS NOT NULL) = ${isFlat} AND last_day <= ${until}
  ORDER BY last_day, position LIMIT ${limit}`

/** SQL: the regular question for `day`, a flat one only where another would return within a year. */
export function regularOn(day: string): string {
  const ids = [`date(${day}, '-1 year')`, EVER].flatMap((until) =>
    ([0, 1] as const).map((isFlat) => `(${regular('id', isFlat, until)})`),
  )
  return `SELECT * FROM pack_question WHERE id = coalesce(${ids.join()})`
}

/**
 * SQL: a seasonal question for the day `?2`, not asked in the past year. The season that ends first wins, so a fixed
 * date precedes a longer season; questions with the same date alternate.
 */
const NEXT_OF_SEASON = `
  SELECT * FROM pack_question
  WHERE season_until >= substr(?2, 6) AND season_from <= substr(?2, 6)
    AND last_day <= date(?2, '-1 year')
  ORDER BY season_until, last_day, position LIMIT 1`

/**
 * Assigns the next built-in question to the day `?2` (start `?3`, epoch milliseconds) if it has none, with id `?1`.
 * Order (last_day, position): no regular question repeats before all others but the flat ones. The trigger `question_given` copies the
 * texts and sets the last day.
 */
export const ASSIGN_QUESTION = `
  INSERT INTO question
    (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
  SELECT ?1, active.id, next.topic_id, next.id, ?2, ?3
  FROM ${ACTIVE}
  CROSS JOIN (
    SELECT * FROM (
      SELECT 0 AS choice, season.* FROM (${NEXT_OF_SEASON}) AS season
      UNION ALL SELECT 1, regular.* FROM (${regularOn('?2')}) AS regular
    ) ORDER BY choice LIMIT 1
  ) AS next
  WHERE NOT EXISTS (SELECT 1 FROM question WHERE questionnaire_id = active.id AND day = ?2)
  ON CONFLICT DO NOTHING`

export interface TodaysQuestion {
  questionId: string
  day: string
  /** A missing language has the fallback's text. */
  text: Record<Language, string>
}

const OF_DAY = `
  FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day = ?1`

const TODAY = `
  SELECT question.id AS questionId, ${textsByLanguage('json_quote(text)', 'question.id')} AS texts ${OF_DAY}`

export async function todaysQuestion(env: Env): Promise<TodaysQuestion | undefined> {
  const day = tokyoDay(now(env))
  const row = await env.DB.prepare(TODAY).bind(day).first<{ questionId: string; texts: string }>()
  if (!row) return undefined
  const texts = JSON.parse(row.texts) as Record<Language, string | null>
  const text = languages.map((language) => [
    language,
    texts[language] ?? texts[FALLBACK_LANGUAGE] ?? '',
  ])
  return {
    questionId: row.questionId,
    day,
    text: Object.fromEntries(text) as Record<Language, string>,
  }
}

/**
 * Assigns questions to today and tomorrow, exactly once under concurrency. Keeps a question that an operator has
 * assigned.
 * @returns whether today has a question; false only for an empty pack
 */
export async function ensureDays(env: Env): Promise<boolean> {
  const today = tokyoDay(now(env))
  const tomorrow = addDays(today, 1)
  const assign = env.DB.prepare(ASSIGN_QUESTION)
  const { existing } = await batch<{ existing: object }>(env.DB, {
    today: assign.bind(newId(), today, tokyoDayStart(today)),
    tomorrow: assign.bind(newId(), tomorrow, tokyoDayStart(tomorrow)),
    existing: env.DB.prepare(`SELECT 1 ${OF_DAY}`).bind(today),
  })
  const hasToday = existing.results.length > 0
  if (!hasToday) log(env, 'error', 'no-question', { day: today })
  return hasToday
}

/** Last day with a question, as seen by this isolate. */
let knownDay = ''

/**
 * `ensureDays` for reads, once a day per isolate; a failure is not fatal and the next read retries. No single flight:
 * the promise of a cancelled request never settles.
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
