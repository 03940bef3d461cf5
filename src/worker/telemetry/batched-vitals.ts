import { log, errorName } from '../logging/log.ts'

/** How long counts wait for others, milliseconds. */
const GATHERING_MS = 2_000
/** Distinct counts that wait; what comes beyond them while D1 does not answer is not counted. */
const MOST_WAITING = 2_000
/** Senders whose reports are counted at the same time. */
const MOST_SENDERS = 10_000

/** What one number of one report is counted under. */
export interface VitalKey {
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

const waiting = new Map<string, number>()
/** Since when a request waits to write, epoch milliseconds; one that was broken off never does. */
let gatheringSince = -Infinity

/**
 * Counts numbers of reports, together with those of others who report at the same time, in one statement a moment
 * after the answer. An isolate that is lost takes the counts of that moment with it.
 */
export function gather(
  env: Env,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  keys: readonly VitalKey[],
): void {
  for (const key of keys) add(JSON.stringify(key), 1)
  if (Date.now() - gatheringSince < 2 * GATHERING_MS) return
  gatheringSince = Date.now()
  lifetime.waitUntil(scheduler.wait(GATHERING_MS).then(() => write(env)))
}

function add(key: string, count: number): void {
  const known = waiting.get(key)
  if (known !== undefined || waiting.size < MOST_WAITING) waiting.set(key, (known ?? 0) + count)
}

async function write(env: Env): Promise<void> {
  gatheringSince = -Infinity
  const counts = [...waiting]
  waiting.clear()
  const rows = counts.map(([key, count]) => ({ ...(JSON.parse(key) as VitalKey), count }))
  try {
    await env.DB.prepare(ADD).bind(JSON.stringify(rows)).run()
  } catch (error) {
    // They go with the next ones.
    for (const [key, count] of counts) add(key, count)
    log(env, 'warn', 'reports-waiting', { error: errorName(error) })
  }
}

const senders = new Map<string, { count: number; endsAt: number }>()

/**
 * Counts one report of a sender in this isolate alone: a flood is kept off the counts, and no row is written for it.
 * @param most reports in the window that the first one opens
 * @param nowMs epoch milliseconds
 * @returns 0 while there are no more than `most`, else the seconds until the window ends
 */
export function countReport(sender: string, most: number, windowMs: number, nowMs: number): number {
  const known = senders.get(sender)
  if (!known || known.endsAt <= nowMs) {
    if (senders.size >= MOST_SENDERS) senders.clear()
    senders.set(sender, { count: 1, endsAt: nowMs + windowMs })
    return 0
  }
  known.count++
  return known.count > most ? Math.max(1, Math.ceil((known.endsAt - nowMs) / 1000)) : 0
}
