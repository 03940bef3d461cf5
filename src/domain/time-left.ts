import { MINUTE_MS } from './durations.ts'

/** Rounded up to the minute: 0:00 only once the day is over, 23:59 in its first minute. */
export function timeLeft(endMs: number, nowMs: number): { hours: number; minutes: number } {
  const total = Math.min(Math.max(0, Math.ceil((endMs + 1 - nowMs) / MINUTE_MS)), 24 * 60 - 1)
  return { hours: Math.floor(total / 60), minutes: total % 60 }
}
