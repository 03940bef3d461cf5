import { MINUTE_MS } from '../../domain/durations.ts'
import { LruMap } from './lru-map.ts'

/** Counts that one isolate keeps at the same time. */
const MAX_SENDERS = 10_000

const windows = new LruMap<string, { count: number; endsAt: number }>(MAX_SENDERS)

/**
 * Counts one event of a sender in this isolate's memory alone: a coarse limit that keeps a flood off the database.
 * @param name what is counted and for whom, without any plain address
 * @param nowMs epoch milliseconds
 * @returns 0 while there are no more than `max` in the minute that the first event opens, else the seconds until it ends
 */
export function countInMemory(name: string, max: number, nowMs: number): number {
  const known = windows.get(name)
  if (!known || known.endsAt <= nowMs) {
    windows.set(name, { count: 1, endsAt: nowMs + MINUTE_MS })
    return 0
  }
  known.count++
  return known.count > max ? Math.max(1, Math.ceil((known.endsAt - nowMs) / 1000)) : 0
}
