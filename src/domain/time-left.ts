import { MINUTE_MS } from './durations.ts'

/** Rounded up to the minute: 0:00 only once the day is over. */
export function timeLeft(endMs: number, nowMs: number): { hours: number; minutes: number } {
  const total = Math.max(0, Math.ceil((endMs + 1 - nowMs) / MINUTE_MS))
  return { hours: Math.floor(total / 60), minutes: total % 60 }
}
