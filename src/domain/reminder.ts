import { DAY_MS, HOUR_MS } from './durations.ts'

export const reminderChannels = ['push', 'mail'] as const
export type ReminderChannel = (typeof reminderChannels)[number]

/** The newest browsers of a person are reminded. */
export const MAX_SUBSCRIPTIONS = 5

/** Only canonical names are cached, a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // The form `2026-11-22 20:00:00`.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format
}

/** Canonical IANA name of a time zone, ignoring case; `undefined` for others, including offsets such as `+09:00`. */
export function timeZoneNamed(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Wall clock of an instant as if it were UTC; epoch milliseconds, whole seconds. */
function wallClock(timeZone: string, epochMs: number): number {
  return Date.parse(`${formatOf(timeZone).format(epochMs).replace(' ', 'T')}Z`)
}

/**
 * In a gap: later by the gap; if ambiguous: the first.
 * @param wall epoch milliseconds as if UTC
 */
function instantOf(timeZone: string, wall: number): number {
  // A day covers every UTC offset, and no zone changes its clock twice within two days.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallClock(timeZone, near) - near)
  const candidates = offsets.map((offset) => wall - offset)
  const exact = candidates.filter((instant) => wallClock(timeZone, instant) === wall)
  // In a gap the offset before the change gives the time after it.
  return exact.length > 0 ? Math.min(...exact) : candidates[0]!
}

/**
 * Next start of the hour in the time zone, once per calendar day.
 * @param hour 0 to 23
 */
export function nextReminderAt(hour: number, timeZone: string, afterMs: number): number {
  const local = wallClock(timeZone, Math.floor(afterMs / 1000) * 1000)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  for (let day = midnight; ; day += DAY_MS) {
    const instant = instantOf(timeZone, day + hour * HOUR_MS)
    if (instant > afterMs) return instant
  }
}
