import { fillDate } from './date-patterns.ts'

/** Maximum error of the page's server clock (`api/server-clock.ts`). */
const CLOCK_ERROR_S = 2

/**
 * Rounded up to the minute so that it is over by then (`docs/product.md#languages`).
 * @param end epoch seconds
 */
export function endTime(end: number): { date: string; time: string } {
  const minute = Math.ceil((end - CLOCK_ERROR_S) / 60) * 60
  const fillEnd = (pattern: string) => fillDate(pattern, minute * 1000)
  return { date: fillEnd('{yyyy}.{mm}.{dd}'), time: fillEnd('{hours}:{minutes}') }
}
