import { DAY_MS, epochSeconds } from '../../../domain/durations.ts'
import type { glanceCalls } from '../../../contract/calls/operator-glance.ts'
import type { Glance } from '../../../contract/glance-schema.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { measure } from '../../alarms/measure.ts'
import { MAX_DATABASE_BYTES, thresholds } from '../../alarms/thresholds.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { errorName, log } from '../../logging/log.ts'
import * as sql from './glance-queries.ts'

/** One measurement serves every operator for this long. */
const TTL_MS = 10_000

let last: { until: number; glance: Glance } | undefined

/**
 * The figures of today, in one trip to the database and one to the room.
 */
export const readGlance: Handler<typeof glanceCalls.readGlance> = async (c) => {
  const nowMs = now(c.env)
  if (!last || nowMs >= last.until || nowMs < last.until - TTL_MS)
    last = { until: nowMs + TTL_MS, glance: await measured(c.env, nowMs) }
  return [last.glance]
}

type Rows = Record<string, string | number>[]

async function measured(env: Env, nowMs: number): Promise<Glance> {
  const today = tokyoDay(nowMs)
  const start = tokyoDayStart(today)
  const firstDay = addDays(today, 1 - sql.DAYS)
  const shownDays = Array.from({ length: sql.DAYS }, (_, index) => addDays(firstDay, index))
  const dayAgo = nowMs - DAY_MS
  const week = Array.from({ length: 7 }, (_, index) => addDays(today, -index))
  const { DB } = env
  const results = await DB.batch<Rows[number]>([
    DB.prepare(sql.POSTS).bind(tokyoDayStart(firstDay), start),
    DB.prepare(sql.SIGN_UPS).bind(JSON.stringify(shownDays)),
    DB.prepare(sql.TRAFFIC).bind(dayAgo),
    DB.prepare(sql.CASES),
    DB.prepare(sql.MAIL).bind(dayAgo),
    DB.prepare(sql.ROUTES).bind(today),
    DB.prepare(sql.VITALS).bind(JSON.stringify(week), JSON.stringify(sql.VITAL_PAGES)),
    DB.prepare(sql.SIZES).bind(firstDay),
    DB.prepare(sql.ALARMS),
    DB.prepare(sql.TODAY).bind(today),
  ])
  const [posts, signUps, traffic, cases, mail, routes, vitals, sizes, alarms, todays] = results.map(
    (result) => result.results,
  )
  const bytes = results[0]!.meta.size_after
  const [readers, measures] = await Promise.all([
    readersOf(env, todays![0]!['id'] as string | null),
    measure(env),
  ])
  return {
    at: epochSeconds(nowMs),
    readers,
    days: daysOf(shownDays, posts!, signUps!),
    hours: traffic!.map((hour) => ({
      from: epochSeconds(Number(hour['start'])),
      requests: Number(hour['requests']),
      failures: Number(hour['failures']),
    })),
    cases: cases![0] as Glance['cases'],
    mail: mail![0] as Glance['mail'],
    routes: routes as Glance['routes'],
    vitals: vitals as Glance['vitals'],
    database: {
      bytes,
      limit: MAX_DATABASE_BYTES,
      daysLeft: daysLeft(bytes, today, sizes![0]),
    },
    questionDays: Math.min(thresholds.questionsShort, measures.questionsShort ?? 0),
    alarms: (alarms as { name: string; since: number; value: string }[]).map((alarm) => ({
      ...alarm,
      since: epochSeconds(alarm.since),
    })),
  }
}

function daysOf(days: string[], posts: Rows, signUps: Rows): Glance['days'] {
  const valueOf = (rows: Rows, day: string, name: string) =>
    Number(rows.find((row) => row['day'] === day)?.[name] ?? 0)
  return days.map((day) => ({
    day,
    posts: valueOf(posts, day, 'posts'),
    people: valueOf(posts, day, 'people'),
    signUps: valueOf(signUps, day, 'signUps'),
  }))
}

/** At the average growth since the first known size; null where it does not grow. */
function daysLeft(bytes: number, today: string, first: Rows[number] | undefined): number | null {
  if (!first) return null
  const days = (tokyoDayStart(today) - tokyoDayStart(String(first['firstDay']))) / DAY_MS
  const growth = bytes - Number(first['bytes'])
  if (days < 1 || growth <= 0) return null
  return Math.floor(((MAX_DATABASE_BYTES - bytes) / growth) * days)
}

/** Null where the room cannot tell: the glance shows the rest. */
async function readersOf(env: Env, questionId: string | null): Promise<number | null> {
  if (!questionId) return null
  try {
    return await env.ROOM.get(env.ROOM.idFromName(questionId)).readers()
  } catch (error) {
    log(env, 'warn', 'readers-unknown', { error: errorName(error) })
    return null
  }
}
