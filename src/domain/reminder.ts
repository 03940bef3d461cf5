import { DAY_MS, HOUR_MS } from './durations.ts'

/** Channels of a reminder (`docs/product.md#reminder`). */
export const reminderChannels = ['push', 'mail'] as const
export type ReminderChannel = (typeof reminderChannels)[number]

/** Browsers of one person that are reminded: the newest. */
export const MAX_SUBSCRIPTIONS = 5

/** Only canonical names are cached, of which there are some hundred. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

/**
 * The name of a time zone in the spelling of the IANA database, whatever its case; `undefined` for what is none,
 * offsets such as `+09:00` included.
 */
export function timeZoneNamed(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The wall clock of an instant, as if it were UTC; epoch milliseconds, whole seconds. */
function wallClock(timeZone: string, epochMs: number): number {
  const parts = formatOf(timeZone).formatToParts(epochMs)
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year!, month! - 1, day, hour, minute, second)
}

/**
 * The instant at which the wall clock of the zone shows a time. A time that a clock change skips is that many minutes
 * later; of a time that comes twice it is the first.
 * @param wall the time as if it were UTC, epoch milliseconds
 */
function instantOf(timeZone: string, wall: number): number {
  // A day covers every offset from UTC, and no zone changes its clock twice within two days.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallClock(timeZone, near) - near)
  const candidates = offsets.map((offset) => wall - offset)
  const exact = candidates.filter((instant) => wallClock(timeZone, instant) === wall)
  // In a gap the offset from before the change gives the time after it.
  return exact.length > 0 ? Math.min(...exact) : candidates[0]!
}

/**
 * The first time after an instant at which the hour begins in the time zone, once for each of its calendar days.
 * @param hour 0 to 23
 * @returns epoch milliseconds
 */
export function nextReminderAt(hour: number, timeZone: string, afterMs: number): number {
  const local = wallClock(timeZone, Math.floor(afterMs / 1000) * 1000)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  for (let day = midnight; ; day += DAY_MS) {
    const instant = instantOf(timeZone, day + hour * HOUR_MS)
    if (instant > afterMs) return instant
  }
}
