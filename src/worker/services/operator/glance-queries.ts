import { DAY_MS } from '../../../domain/durations.ts'
import { MAX_COUNTED } from '../../../domain/moderation.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { goodVitals } from '../../../domain/vitals.ts'
import { idOnDay } from './day-statements.ts'

/** Days that the charts show. */
export const DAYS = 14
/** Routes with fewer requests say nothing about how slow they are. */
const MIN_REQUESTS = 5
const MAX_ROUTES = 8
/** Pages whose vitals are shown. Each day, page and metric is a search of its own, and not of the other pages. */
export const VITAL_PAGES = ['/', '/theme_details', '/recent_theme']

/** ?1: the start of the first day, ?2: of today, epoch milliseconds. Posts are those that are visible. */
export const POSTS = `
  SELECT day, sum(comments_count) AS posts, sum(users_count) AS people FROM question
  WHERE preview_at >= ?1 AND preview_at <= ?2 GROUP BY day`

const signUps = (condition: string) => `(
  SELECT count(*) FROM user WHERE ${condition} created_at >= start AND created_at < start + ${DAY_MS})`

/** ?1: days as a JSON array. `user_created` counts a day without reading its people. The second count reads nothing on a public site, which has no demonstration. */
export const SIGN_UPS = `
  SELECT day, ${signUps('')} - ${signUps('is_demonstration = 1 AND')} AS signUps
  FROM (SELECT value AS day, unixepoch(value) * 1000 - ${TOKYO_OFFSET_MS} AS start FROM json_each(?1))`

/** ?1: a day ago. */
export const TRAFFIC = `
  SELECT starts_at - starts_at % 3600000 AS start, sum(requests) AS requests, sum(failures) AS failures
  FROM traffic WHERE starts_at >= ?1 GROUP BY start ORDER BY start`

export const CASES = `
  SELECT coalesce(sum(state = 'open'), 0) AS open, coalesce(sum(state = 'appealed'), 0) AS appealed
  FROM (SELECT state FROM moderation_case WHERE state <> 'closed' AND waiting_since > 0 LIMIT ${MAX_COUNTED})`

/** ?1: a day ago. At most 10,000 rows are read. */
export const MAIL = `
  SELECT coalesce(sum(sent_at IS NOT NULL), 0) AS delivered,
    coalesce(sum(sent_at IS NULL AND attempts = 0), 0) AS waiting,
    coalesce(sum(sent_at IS NULL AND attempts > 0), 0) AS failed
  FROM (SELECT sent_at, attempts FROM mail WHERE created_at > ?1 LIMIT 10000)`

/** ?1: today. */
export const ROUTES = `
  WITH running AS (
    SELECT route, ms, count, failures, sum(count) OVER (PARTITION BY route ORDER BY ms) AS reached,
      sum(count) OVER (PARTITION BY route) AS requests
    FROM route_time WHERE day = ?1)
  SELECT route, requests, sum(failures) AS failures,
    min(CASE WHEN reached * 100 >= requests * 75 THEN ms END) AS p75
  FROM running WHERE requests >= ${MIN_REQUESTS} GROUP BY route
  ORDER BY p75 DESC, requests DESC LIMIT ${MAX_ROUTES}`

/** ?1: days as a JSON array; ?2: `VITAL_PAGES` as another. */
export const VITALS = `
  WITH searched (day, page) AS (
    SELECT day.value, page.value FROM json_each(?1) AS day CROSS JOIN json_each(?2) AS page),
  total AS (
    SELECT vital.page, vital.metric, vital.value, sum(vital.count) AS count
    FROM searched CROSS JOIN vital ON vital.day = searched.day AND vital.page = searched.page
    GROUP BY vital.page, vital.metric, vital.value),
  running AS (
    SELECT page, metric, value, sum(count) OVER (PARTITION BY page, metric ORDER BY value) AS reached,
      sum(count) OVER (PARTITION BY page, metric) AS measurements
    FROM total)
  SELECT page, metric, measurements, min(CASE WHEN reached * 100 >= measurements * 75 THEN value END) AS p75
  FROM running WHERE metric IN (${Object.keys(goodVitals)
    .map((name) => `'${name}'`)
    .join(', ')})
  GROUP BY page, metric ORDER BY page, metric`

/** ?1: the first day that counts. */
export const SIZES = `
  SELECT bytes, day AS firstDay
  FROM database_size WHERE day >= ?1 ORDER BY day LIMIT 1`

export const ALARMS = `
  SELECT name, since, detail AS value FROM alarm WHERE resolved_at IS NULL AND name > '' ORDER BY name`

/** ?1: today. */
export const TODAY = `SELECT ${idOnDay('?1')} AS id`
