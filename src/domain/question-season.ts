/** The days of the year on which a question is asked, Tokyo's calendar: `MM-DD` or `MM-DD..MM-DD`. */
export interface Season {
  from: string
  until: string
}

const SEASON = /^(\d\d-\d\d)(?:\.\.(\d\d-\d\d))?$/

/** Whether a leap year has the day `MM-DD`. */
const isDayOfYear = (day: string) => {
  const date = new Date(`2028-${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === day
}

/** First and last day of a season; `undefined` for a text that is none, or that runs past the end of the year. */
export function seasonOf(days: string): Season | undefined {
  const [, from, until = from] = SEASON.exec(days) ?? []
  if (!from || !until || !isDayOfYear(from) || !isDayOfYear(until) || from > until) return undefined
  return { from, until }
}

/** The text that `seasonOf` reads. */
export function seasonText({ from, until }: Season): string {
  return from === until ? from : `${from}..${until}`
}
