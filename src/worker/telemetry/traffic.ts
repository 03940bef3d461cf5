import { MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { settle } from '../alarms/alarms.ts'
import { isOver, LAST_RUN } from '../alarms/measure.ts'
import { now } from '../config/clock.ts'
import { errorName, log } from '../logging/log.ts'
import type { Lifetime } from '../http/lifetime.ts'

/** An isolate writes what it has counted at most this often. */
const FLUSH_MS = 30_000
/** And durations this often: each distinct one is a row, and no alarm waits for them. */
const TIMES_MS = 5 * MINUTE_MS
/** Requests are counted by spans of this length. */
const SPAN_MS = 5 * MINUTE_MS
/** Distinct durations in a batch; further ones are counted without their duration while D1 does not respond. */
const MAX_TIMES = 2_000

let requests = 0
let failures = 0
/** Counts by route and rounded milliseconds; the key is a JSON array. */
const times = new Map<string, { count: number; failures: number }>()
let flushedAt = 0
let timesFlushedAt = 0

/** Counts a response of the response cache, which has no duration. */
export function countCached(env: Env, lifetime: Lifetime, nowMs: number): void {
  requests += 1
  flushSometimes(env, lifetime, nowMs)
}

/** Counts a response; 5xx are failures, but for the health, which repeats them. @param ms as the log line has it */
export function countResponse(
  env: Env,
  lifetime: Lifetime,
  { route, status, ms }: { route: string; status: number; ms: number },
): void {
  if (route === '/healthz') return
  const isFailure = Number(status >= 500)
  requests += 1
  failures += isFailure
  // Two significant digits bound the number of rows.
  addTime(JSON.stringify([route, Number(ms.toPrecision(2))]), 1, isFailure)
  flushSometimes(env, lifetime, Date.now())
}

function addTime(key: string, count: number, failed: number): void {
  const known = times.get(key)
  if (!known && times.size >= MAX_TIMES) return
  times.set(key, { count: (known?.count ?? 0) + count, failures: (known?.failures ?? 0) + failed })
}

/** Flushes after the response of a request, without a timer. */
function flushSometimes(env: Env, lifetime: Lifetime, nowMs: number): void {
  flushedAt ||= nowMs
  timesFlushedAt ||= nowMs
  if (nowMs - flushedAt < FLUSH_MS) return
  const withTimes = nowMs - timesFlushedAt >= TIMES_MS
  lifetime.waitUntil(flushTraffic(env, { withTimes }).catch(() => {}))
}

const ADD_TRAFFIC = `
  INSERT INTO traffic (starts_at, requests, failures) VALUES (?1, ?2, ?3)
  ON CONFLICT (starts_at) DO UPDATE SET
    requests = requests + excluded.requests, failures = failures + excluded.failures`

const ADD_TIMES = `
  INSERT INTO route_time (day, route, ms, count, failures)
  SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?2) WHERE true
  ON CONFLICT (day, route, ms) DO UPDATE SET
    count = route_time.count + excluded.count, failures = route_time.failures + excluded.failures`

/**
 * Writes what this isolate has counted. On the way it sees whether the cron is late, which the cron itself cannot tell.
 * Counts that D1 does not take join the next batch.
 */
export async function flushTraffic(
  env: Env,
  { withTimes = true }: { withTimes?: boolean } = {},
): Promise<void> {
  flushedAt = Date.now()
  if (withTimes) timesFlushedAt = flushedAt
  if (requests === 0) return
  const nowMs = now(env)
  const counted = { requests, failures }
  const kept = withTimes ? [...times] : []
  const rows = kept.map(([key, time]) => [
    ...(JSON.parse(key) as [string, number]),
    time.count,
    time.failures,
  ])
  requests = failures = 0
  if (withTimes) times.clear()
  try {
    const [, , lastRun] = await env.DB.batch<{ lastRun: number }>([
      env.DB.prepare(ADD_TRAFFIC).bind(
        nowMs - (nowMs % SPAN_MS),
        counted.requests,
        counted.failures,
      ),
      env.DB.prepare(ADD_TIMES).bind(tokyoDay(nowMs), JSON.stringify(rows)),
      env.DB.prepare(LAST_RUN),
    ])
    const ranAt = lastRun?.results[0]?.lastRun
    const cronLate = ranAt === undefined ? undefined : (nowMs - ranAt) / MINUTE_MS
    if (isOver('cronLate', cronLate)) await settle(env, { cronLate })
  } catch (error) {
    requests += counted.requests
    failures += counted.failures
    for (const [key, time] of kept) addTime(key, time.count, time.failures)
    log(env, 'warn', 'traffic-waiting', { error: errorName(error) })
    throw error
  }
}
