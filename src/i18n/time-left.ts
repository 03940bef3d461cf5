import type { timeLeft } from '../domain/time-left.ts'
import { fill, twoDigits } from './date-patterns.ts'

/**
 * Formats the countdown: `{hours}` and `{m}`, `{hh}` and `{mm}` in two digits; omits a part in brackets in the last
 * hour.
 */
export function fillTimeLeft(
  pattern: string,
  { hours, minutes }: ReturnType<typeof timeLeft>,
): string {
  return fill(pattern.replace(/\[(.*)\]/, hours ? '$1' : ''), {
    hours: String(hours),
    hh: twoDigits(hours),
    m: String(minutes),
    mm: twoDigits(minutes),
  })
}
