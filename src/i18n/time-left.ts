import type { timeLeft } from '../domain/time-left.ts'
import { fill, twoDigits } from './date-patterns.ts'

/** `{hours}` and `{m}`, `{hh}` and `{mm}` in two digits; a part in brackets is omitted in the last hour. */
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
