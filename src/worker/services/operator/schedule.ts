import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { calendarOf } from './calendar.ts'
import { clearDay, giveDay, idOnDay, isAnswered, setAside } from './day-statements.ts'

const CAN_BE_GIVEN = 'EXISTS (SELECT 1 FROM pack_question WHERE id = ?3 AND retired_at IS NULL)'

/**
 * Assigns a pool question to a day, or frees the day (`docs/product.md#calendar`).
 * @throws ServiceError dataNotFound for a question outside the pool; dataNotAvailable for a `day` that is past or too
 *   far, or when `seen` or `answered` is outdated
 */
export const scheduleDay: Handler<'scheduleDay'> = async (c, input) => {
  const { env } = c
  const caller = c.var.person
  const { day, poolId, seenId, answered = 0 } = input
  const today = tokyoDay(now(env))
  const isToday = day === today
  if (day < today || day > addDays(today, MAX_DAYS_AHEAD) || (isToday && poolId === null))
    throw notAvailable('day')

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
  const seen = [day, seenId, poolId, ...(isToday ? [answered] : [])]
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
