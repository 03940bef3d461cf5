import { type Glance, waitingKinds } from '../../../contract/calls/operator-glance.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { MAX_COUNTED } from '../../../domain/moderation.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { MAX_DATABASE_BYTES } from '../../alarms/alarms.ts'
import { HAS_REQUEST, JOIN_AUTHOR, waitsForOthers } from '../../cases/deciders.ts'
import { now } from '../../config/clock.ts'
import { batch } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { errorName, log } from '../../logging/log.ts'
import { idOnDay } from './day-statements.ts'

const DAYS = 14

/** Visible posts. ?1: start of the first day, ?2: of today, epoch milliseconds. */
const POSTS = `
  SELECT day, sum(comments_count) AS posts, sum(users_count) AS people FROM question
  WHERE preview_at >= ?1 AND preview_at <= ?2 GROUP BY day`

/** ?1: days as a JSON array. `user_created` counts a day without reading its people. */
const SIGN_UPS = `
  SELECT day, (SELECT count(*) FROM user WHERE created_at >= start AND created_at < start + ${DAY_MS}) AS signUps
  FROM (SELECT value AS day, unixepoch(value) * 1000 - ${TOKYO_OFFSET_MS} AS start FROM json_each(?1))`

/** The number and the queue's first of each kind. ?1: the operator, ?2: now. */
const CASES = `
  WITH waiting AS (
    SELECT moderation_case.id, rank, waiting_since, CASE WHEN ${waitsForOthers('?1', '?2')} THEN 'elsewhere'
      WHEN is_urgent THEN 'urgent' WHEN state = 'appealed' THEN 'appealed'
      WHEN ${HAS_REQUEST} THEN 'requested' ELSE 'reported' END AS kind
    FROM moderation_case ${JOIN_AUTHOR}
    WHERE state <> 'closed' AND waiting_since > 0 LIMIT ${MAX_COUNTED})
  SELECT kind, count, id AS caseId FROM (
    SELECT kind, id, count(*) OVER (PARTITION BY kind) AS count,
      row_number() OVER (PARTITION BY kind ORDER BY rank, waiting_since, id) AS place FROM waiting)
  WHERE place = 1 ORDER BY instr('${waitingKinds.join(' ')}', kind)`

const SUGGESTIONS = `
  SELECT count(*) AS waiting FROM (
    SELECT 1 FROM suggestion WHERE decided_at IS NULL AND created_at > 0 LIMIT ${MAX_COUNTED})`

/** ?1: a day ago. Reads at most 10,000 rows. */
const MAIL = `
  SELECT coalesce(sum(sent_at IS NOT NULL), 0) AS delivered,
    coalesce(sum(sent_at IS NULL AND attempts = 0), 0) AS waiting,
    coalesce(sum(sent_at IS NULL AND attempts > 0), 0) AS failed
  FROM (SELECT sent_at, attempts FROM mail WHERE created_at > ?1 LIMIT 10000)`

const ALARMS = 'SELECT name, since / 1000 AS since, detail AS value FROM alarm ORDER BY name'

const TODAY = `SELECT ${idOnDay('?1')} AS id`

type Day = Glance['days'][number]
type Rows = {
  posts: Pick<Day, 'day' | 'posts' | 'people'>
  signUps: Pick<Day, 'day' | 'signUps'>
  cases: Glance['cases'][number]
  mail: Glance['mail']
  alarms: Glance['alarms'][number]
  todays: { id: string | null }
  suggestions: { waiting: number }
}

/** Today's figures, in one round trip to the database and one to the room. */
export const readGlance: Handler<'readGlance'> = async (c) => {
  const { env } = c
  const { DB } = env
  const nowMs = now(env)
  const today = tokyoDay(nowMs)
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS))
  const rows = await batch<Rows>(DB, {
    posts: DB.prepare(POSTS).bind(tokyoDayStart(days[0]!), tokyoDayStart(today)),
    signUps: DB.prepare(SIGN_UPS).bind(JSON.stringify(days)),
    cases: DB.prepare(CASES).bind(c.var.person.userId, nowMs),
    mail: DB.prepare(MAIL).bind(nowMs - DAY_MS),
    alarms: DB.prepare(ALARMS),
    todays: DB.prepare(TODAY).bind(today),
    suggestions: DB.prepare(SUGGESTIONS),
  })
  const none = { posts: 0, people: 0 }
  const glance = {
    readers: await readersOf(env, rows.todays.results[0]!.id),
    days: rows.signUps.results.map((one) => ({
      ...one,
      ...(rows.posts.results.find(({ day }) => day === one.day) ?? none),
    })),
    cases: rows.cases.results,
    suggestions: rows.suggestions.results[0]!.waiting,
    mail: rows.mail.results[0]!,
    database: { bytes: rows.posts.meta.size_after, limit: MAX_DATABASE_BYTES },
    alarms: rows.alarms.results,
  }
  return [glance]
}

/** Null when the room does not respond: the other figures are still shown. */
async function readersOf(env: Env, questionId: string | null): Promise<number | null> {
  if (!questionId) return null
  try {
    return await env.ROOM.get(env.ROOM.idFromName(questionId)).readers()
  } catch (error) {
    log(env, 'warn', 'readers-unknown', { error: errorName(error) })
    return null
  }
}
