import { type CalendarDay, calendarDaySchema } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { type Candidate, forecast, MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batch, batchOrRefuse, requireState } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, ServiceError } from '../../http/service.ts'
import { clearDay, giveDay, idOnDay, isAnswered, setAside } from './day-statements.ts'
import { MAX_CALENDAR_DAYS } from '../../../contract/calls/operator-questions.ts'
import { ACTIVE, EVER, regular, textsByLanguage } from '../../db/question.ts'
import { shownRow } from '../../db/shown-row.ts'

/** Includes replaced questions: each has its own questionnaire. */
const DAYS = `
  SELECT question.day, question.id AS questionId, question.pack_question_id AS poolId,
    question.topic_id AS topicId, question.users_count AS usersCount, question.is_scheduled AS isScheduled,
    question.questionnaire_id = active.id AS isActive, coalesce(pack_question.source, 'own') AS source,
    (SELECT max(earlier.day) FROM question AS earlier
      WHERE earlier.pack_question_id = question.pack_question_id AND earlier.day < question.day) AS lastAsked,
    ${textsByLanguage('json_quote(text)', 'question.id')} AS texts
  FROM ${ACTIVE} CROSS JOIN question LEFT JOIN pack_question ON pack_question.id = question.pack_question_id
  WHERE question.preview_at BETWEEN ?1 AND ?2
    AND question.questionnaire_id IN (active.id, question.id)
  ORDER BY question.preview_at`

const CANDIDATE = `id, season_from AS seasonFrom, season_until AS seasonUntil, last_day AS lastDay, position,
  flat_day AS flatDay`
const REGULAR_CANDIDATES = ([0, 1] as const)
  .map((isFlat) => `SELECT * FROM (${regular(CANDIDATE, isFlat, EVER, '?1')})`)
  .join(' UNION ALL ')
const SEASON_CANDIDATES = `SELECT ${CANDIDATE} FROM pack_question WHERE season_from IS NOT NULL`

const FORECAST = `
  SELECT pack_question.id AS poolId, topic_id AS topicId, source, nullif(last_day, '') AS lastAsked,
    (SELECT json_group_object(language, text) FROM pack_question_text
      WHERE pack_question_text.pack_question_id = pack_question.id) AS texts
  FROM pack_question WHERE id IN (SELECT value FROM json_each(?1))`

const { question, forecast: expected, replaced } = calendarDaySchema.shape

/** @throws ServiceError dataNotAvailable for an empty or too long range */
export const readCalendar: Handler<'readCalendar'> = async (c, { from, until }) => {
  if (until < from || until > addDays(from, MAX_CALENDAR_DAYS - 1)) throw notAvailable('until')
  return calendarOf(c.env, from, until)
}

/** Days from `from` to `until`; future ones include the questions they will get automatically. */
async function calendarOf(env: Env, from: string, until: string): Promise<CalendarDay[]> {
  const { results } = await env.DB.prepare(DAYS)
    .bind(tokyoDayStart(from), tokyoDayStart(until))
    .all<{ day: string; isActive: number }>()
  const days: CalendarDay[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const rows = results.filter((row) => row.day === day)
    const active = rows.find(({ isActive }) => isActive === 1)
    days.push({
      day,
      ...(active && { question: shownRow(question.unwrap(), active) }),
      replaced: rows.filter((row) => row !== active).map((row) => shownRow(replaced.element, row)),
    })
  }
  return withForecast(env, days)
}

const TAKEN = `
  SELECT question.day FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day BETWEEN ?1 AND ?2`

/** Unassigned days from tomorrow on: each one's question depends on all before it. */
async function freeDays(env: Env, until: string): Promise<string[]> {
  const today = tokyoDay(now(env))
  const tomorrow = addDays(today, 1)
  if (until > addDays(today, MAX_DAYS_AHEAD)) return []
  const { results } = await env.DB.prepare(TAKEN).bind(tomorrow, until).all<{ day: string }>()
  const taken = new Set(results.map(({ day }) => day))
  const free: string[] = []
  for (let day = tomorrow; day <= until; day = addDays(day, 1)) if (!taken.has(day)) free.push(day)
  return free
}

/** The pool question of each unassigned day. */
export async function forecastUntil(env: Env, until: string): Promise<Map<string, string>> {
  const free = await freeDays(env, until)
  if (free.length === 0) return new Map()
  const { regular, seasonal } = await batch<{ regular: Candidate; seasonal: Candidate }>(env.DB, {
    regular: env.DB.prepare(REGULAR_CANDIDATES).bind(free.length),
    seasonal: env.DB.prepare(SEASON_CANDIDATES),
  })
  return forecast(free, [...regular.results, ...seasonal.results])
}

async function withForecast(env: Env, days: CalendarDay[]): Promise<CalendarDay[]> {
  if (days.every(({ question }) => question)) return days
  const given = await forecastUntil(env, days.at(-1)!.day)
  if (given.size === 0) return days
  const { results } = await env.DB.prepare(FORECAST)
    .bind(JSON.stringify(days.map(({ day }) => given.get(day) ?? '')))
    .all<{ poolId: string }>()
  const byId = new Map(results.map((row) => [row.poolId, row]))
  return days.map((one) => {
    const row = byId.get(given.get(one.day) ?? '')
    return row ? { ...one, forecast: shownRow(expected.unwrap(), row) } : one
  })
}

const CAN_BE_GIVEN = 'EXISTS (SELECT 1 FROM pack_question WHERE id = ?3 AND retired_at IS NULL)'

/**
 * Assigns a pool question to a day, or frees the day (`docs/product.md#calendar`).
 * @throws ServiceError dataNotFound for a question outside the pool; dataNotAvailable for a `day` that is past or too
 *   far, or when `seen` or `answered` is outdated
 */
export const scheduleDay: Handler<'scheduleDay'> = async (c, input) => {
  const { env } = c
  const caller = c.var.person
  const { day, poolId, seenId, answered } = input
  const today = tokyoDay(now(env))
  const isToday = day === today
  if (day < today || day > addDays(today, MAX_DAYS_AHEAD) || (isToday && poolId === null))
    throw notAvailable('day')
  // Midnight has passed since the form was opened.
  if (isToday && seenId && answered === undefined) throw notAvailable('seenId')

  const condition = [
    `${idOnDay('?1')} IS ?2`,
    poolId === null ? '?2 IS NOT NULL AND ?3 IS NULL' : CAN_BE_GIVEN,
    isToday
      ? '(?2 IS NULL OR (SELECT users_count FROM question WHERE id = ?2) <= ?4)'
      : `NOT ${isAnswered('?2')}`,
  ]
  const changes =
    poolId === null
      ? [clearDay(env, seenId ?? '')]
      : [...(isToday && seenId ? setAside(env, seenId) : []), ...giveDay(env, day, poolId)]
  const seen = [day, seenId, poolId, ...(isToday ? [answered ?? 0] : [])]
  const statements = [
    requireState(env, condition.join(' AND '), ...seen),
    ...changes,
    poolId === null
      ? audit(env, caller, 'question.unschedule', seenId ?? '', day)
      : audit(env, caller, 'question.schedule', poolId, day),
  ]
  await batchOrRefuse(env, statements, () => refusalOf(env, day, seenId))
  return calendarOf(env, day, day)
}

async function refusalOf(env: Env, day: string, seenId: string | null): Promise<ServiceError> {
  const onDay = await questionOn(env, day)
  if ((onDay?.questionId ?? null) !== seenId) return notAvailable('seenId')
  return onDay && onDay.usersCount > 0 ? notAvailable('answered') : new ServiceError('dataNotFound')
}

async function questionOn(env: Env, day: string): Promise<CalendarDay['question']> {
  return (await calendarOf(env, day, day))[0]?.question
}

const MOVE_IS_SEEN = `${idOnDay('?1')} IS ?2 AND ${idOnDay('?3')} IS ?4 AND NOT ${isAnswered('?2, ?4')}`

/**
 * Moves a question to another future day. An automatically assigned question makes room; a scheduled one swaps days.
 * @throws ServiceError dataNotAvailable (`from`, `to`, `seenFrom`, `seenTo`)
 */
export const moveDay: Handler<'moveDay'> = async (c, input) => {
  const { env } = c
  const caller = c.var.person
  const { from, to, seenFrom, seenTo } = input
  const today = tokyoDay(now(env))
  const refuse = (field: keyof typeof input) => notAvailable(field)
  if (from <= today) throw refuse('from')
  if (to <= today || to === from || to > addDays(today, MAX_DAYS_AHEAD)) throw refuse('to')
  const [moved, other] = await Promise.all([questionOn(env, from), questionOn(env, to)])
  if (!moved?.poolId || moved.questionId !== seenFrom) throw refuse('seenFrom')
  if ((other?.questionId ?? null) !== seenTo) throw refuse('seenTo')

  const isExchange = other?.isScheduled && other.poolId
  const statements = [
    requireState(env, MOVE_IS_SEEN, from, seenFrom, to, seenTo),
    ...giveDay(env, to, moved.poolId),
    ...(isExchange ? giveDay(env, from, other.poolId!) : [clearDay(env, seenFrom)]),
    audit(env, caller, 'question.move', moved.poolId, `${from} ${to}`),
    ...(isExchange ? [audit(env, caller, 'question.move', other.poolId!, `${to} ${from}`)] : []),
  ]
  await batchOrRefuse(env, statements, () => refuse('seenTo'))
  const [first, last] = [from, to].toSorted() as [string, string]
  const days = [await calendarOf(env, first, first), await calendarOf(env, last, last)]
  return days.flat()
}
