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

/** Parses a season; `undefined` when malformed or past the end of the year. */
export function seasonOf(days: string): Season | undefined {
  const [, from, until = from] = SEASON.exec(days) ?? []
  if (!from || !until || !isDayOfYear(from) || !isDayOfYear(until) || from > until) return undefined
  return { from, until }
}
