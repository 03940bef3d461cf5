import { DAY_MS } from './durations.ts'
import { MAX_AHEAD_MS } from './announcement.ts'

/** Epoch seconds; `end` is exclusive. */
export interface MaintenanceWindow {
  start: number
  end: number
}

/** In the order in which they are asked. */
export const maintainedServices = ['auth', 'question'] as const
export type MaintainedService = (typeof maintainedServices)[number]

interface Entry {
  name: 'serviceMaintenanceStart' | 'serviceMaintenanceEnd'
  lastUpdated: number
}

/** Larger values are milliseconds by mistake. */
const LAST_SECOND = 1e11

/** @throws RangeError when the entries are half set or end before they start */
export function maintenanceWindow(entries: readonly Entry[]): MaintenanceWindow | undefined {
  if (entries.length === 0) return undefined
  const at = (name: Entry['name']) => entries.find((entry) => entry.name === name)?.lastUpdated
  const [start, end] = [at('serviceMaintenanceStart'), at('serviceMaintenanceEnd')]
  if (start === undefined || end === undefined) throw new RangeError('half set')
  if (start < 0 || end > LAST_SECOND || end <= start) throw new RangeError('not a span of time')
  return { start, end }
}

/** A longer window needs a confirmation. */
export const LONG_WINDOW_MS = DAY_MS / 2
/** A current window can be prolonged, up to this age of its start. */
const MAX_BEGUN_MS = DAY_MS

/** Problem of a new window: reversed, over, began over a day ago, or ends over a year ahead. */
export function windowProblem(
  { start, end }: MaintenanceWindow,
  nowMs: number,
): 'order' | 'over' | 'begun' | 'far' | undefined {
  if (end <= start) return 'order'
  if (end * 1000 <= nowMs) return 'over'
  if (start * 1000 < nowMs - MAX_BEGUN_MS) return 'begun'
  return end * 1000 > nowMs + MAX_AHEAD_MS ? 'far' : undefined
}

export function isDuring({ start, end }: MaintenanceWindow, nowMs: number): boolean {
  return start * 1000 <= nowMs && nowMs < end * 1000
}
