import { log, errorName } from '../logging/log.ts'
import type { Lifetime } from '../http/lifetime.ts'

const BATCH_MS = 2_000
/** Distinct values in a batch; further ones are dropped while D1 does not respond. */
const MAX_BATCH = 2_000

/** The row in which a measured value is counted. */
interface VitalKey {
  day: string
  page: string
  language: string
  metric: string
  value: number
}

const ADD = `
  INSERT INTO vital (day, page, language, metric, value, count)
  SELECT json_extract(value, '$.day'), json_extract(value, '$.page'), json_extract(value, '$.language'),
    json_extract(value, '$.metric'), json_extract(value, '$.value'), json_extract(value, '$.count')
  FROM json_each(?1) WHERE true
  ON CONFLICT (day, page, language, metric, value) DO UPDATE SET count = vital.count + excluded.count`

const batch = new Map<string, number>()
/** Since when a request waits to flush, epoch milliseconds; a request that was cancelled never flushes. */
let batchStartedAt = -Infinity

/**
 * Counts measured values: all that arrive within `BATCH_MS` are written in one statement, after the
 * response. An isolate that is evicted loses its batch.
 */
export function countVitals(env: Env, lifetime: Lifetime, keys: readonly VitalKey[]): void {
  for (const key of keys) add(JSON.stringify(key), 1)
  if (Date.now() - batchStartedAt < 2 * BATCH_MS) return
  batchStartedAt = Date.now()
  lifetime.waitUntil(scheduler.wait(BATCH_MS).then(() => flush(env)))
}

function add(key: string, count: number): void {
  const known = batch.get(key)
  if (known !== undefined || batch.size < MAX_BATCH) batch.set(key, (known ?? 0) + count)
}

async function flush(env: Env): Promise<void> {
  batchStartedAt = -Infinity
  const counts = [...batch]
  batch.clear()
  const rows = counts.map(([key, count]) => ({ ...(JSON.parse(key) as VitalKey), count }))
  try {
    await env.DB.prepare(ADD).bind(JSON.stringify(rows)).run()
  } catch (error) {
    // They join the next batch.
    for (const [key, count] of counts) add(key, count)
    log(env, 'warn', 'vitals-waiting', { error: errorName(error) })
  }
}
