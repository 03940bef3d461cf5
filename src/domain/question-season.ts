/** Days of the year, Tokyo calendar: `MM-DD` or `MM-DD..MM-DD`. */
export interface Season {
  from: string
  until: string
}

const SEASON = /^(\d\d-\d\d)(?:\.\.(\d\d-\d\d))?$/

/** In a leap year. */
const isDayOfYear = (day: string) => {
  const date = new Date(`2028-${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === day
}

/** Parses a season; `undefined` with a `seasonProblem`. */
export function seasonOf(days: string): Season | undefined {
  const [, from = '', until = from] = SEASON.exec(days) ?? []
  return seasonProblem(days) ? undefined : { from, until }
}

/** Malformed, no day of the calendar, or past the end of the year. */
export function seasonProblem(days: string): 'form' | 'day' | 'order' | undefined {
  const [, from, until = from] = SEASON.exec(days) ?? []
  if (!from || !until) return 'form'
  if (!isDayOfYear(from) || !isDayOfYear(until)) return 'day'
  return from > until ? 'order' : undefined
}
