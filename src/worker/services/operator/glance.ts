import { type Glance, glanceSchema } from '../../../contract/calls/operator-glance.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { MAX_COUNTED } from '../../../domain/moderation.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../../domain/question-day.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { MAX_DATABASE_BYTES } from '../../alarms/alarms.ts'
import { now } from '../../config/clock.ts'
import { batch } from '../../db/database.ts'
import { shownRow } from '../../db/shown-row.ts'
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

/** In the order of the queue. */
const firstWith = (condition: string) =>
  `(SELECT id FROM waiting WHERE ${condition} ORDER BY rank, waiting_since, id LIMIT 1)`

const CASES = `
  WITH waiting AS (
    SELECT id, state, is_urgent, rank, waiting_since FROM moderation_case
    WHERE state <> 'closed' AND waiting_since > 0 LIMIT ${MAX_COUNTED})
  SELECT coalesce(sum(state = 'open'), 0) AS open, coalesce(sum(state = 'appealed'), 0) AS appealed,
    coalesce(sum(is_urgent), 0) AS urgent, ${firstWith('is_urgent')} AS firstUrgent,
    ${firstWith("state = 'appealed'")} AS firstAppealed,
    ${firstWith("state = 'open' AND NOT is_urgent")} AS firstOther
  FROM waiting`

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
  cases: object
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
    cases: DB.prepare(CASES),
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
    cases: shownRow(glanceSchema.shape.cases, rows.cases.results[0]!),
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
