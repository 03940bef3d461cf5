import { fillDate } from './date-patterns.ts'

/** Seconds by which a page's idea of the server's time may be wrong (`api/server-clock.ts`). */
const CLOCK_ERROR_S = 2

/**
 * The end of maintenance or of a suspension as year.month.day and hours:minutes (`docs/product.md#languages`), rounded up
 * to the full minute: when that time comes, it is over.
 * @param end epoch seconds
 */
export function endTime(end: number): { date: string; time: string } {
  const minute = Math.ceil((end - CLOCK_ERROR_S) / 60) * 60
  const fillEnd = (pattern: string) => fillDate(pattern, minute * 1000)
  return { date: fillEnd('{yyyy}.{mm}.{dd}'), time: fillEnd('{hours}:{minutes}') }
}
