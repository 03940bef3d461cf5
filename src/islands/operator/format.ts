import { SEPARATOR } from './separator.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { serverNow } from '../../api/server-clock.ts'
import { DAY_S, MINUTE_MS, MINUTE_S } from '../../domain/durations.ts'
import { languages, type Language } from '../../domain/language.ts'
import { pageLanguage } from '../../stores/language.ts'

/** Never over two lines, except after a comma. */
const unbroken = (date: string): string =>
  date.replace(/(?<!,) /g, '\u00a0').replace(/(?<=[年月日])|(?=[年月日])/g, '\u2060')

/** Date and time in Asia/Tokyo of epoch seconds. */
export const timeOf = (seconds: number) => `${dayOf(seconds)} \u2060${clockOf(seconds)}`

/** Time of day in Asia/Tokyo of epoch seconds. */
export const clockOf = (seconds: number) => unbroken(formatDate(t, 'amPmHhMm', seconds * 1000))

/** A pause until then, or a ban. */
export const suspensionText = (until?: number | null): string =>
  until ? t('people.paused', { time: timeOf(until) }) : t('people.banned')

/** Date in Asia/Tokyo of epoch seconds. */
export const dayOf = (seconds: number) => unbroken(formatDate(t, 'dd_mm_yyyy', seconds * 1000))

/** Date of a `YYYY-MM-DD` with year and weekday. */
export const dayText = (day: string): string =>
  unbroken(formatDate(t, 'theme_date', tokyoDayStart(day)))

/** Date of a past `YYYY-MM-DD`, without weekday. */
export const pastDayText = (day: string): string => dayOf(tokyoDayStart(day) / 1000)

const tag = () => document.documentElement.lang

/** What is known, on one line. */
export const oneLine = (...parts: unknown[]): string => parts.filter(Boolean).join(SEPARATOR)

/** A `YYYY-MM-DD` without its year. */
export const shortDay = (day: string, pattern: 'dd_mm' | 'dd_mm_weekday' = 'dd_mm'): string =>
  unbroken(formatDate(t, pattern, tokyoDayStart(day)))

/** The month and year of a `YYYY-MM-DD`. */
export const monthText = (day: string): string => formatDate(t, 'month_yyyy', tokyoDayStart(day))

/** Days of every year, of `MM-DD` or `MM-DD..MM-DD`. */
export const seasonText = (season: string): string => {
  const [from = '', until] = season.split('..').map((day) => shortDay(`2028-${day}`))
  return until ? t('questions.span', { from, until }) : from
}

/** That of the page first. */
export const languagesHere = (): readonly Language[] => [...new Set([pageLanguage(), ...languages])]

/** In the language of the page. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(tag(), { type: 'language' }).of(language) ?? language

export const numberText = (value: number) => new Intl.NumberFormat(tag()).format(value)

/** End of a pause starting now, epoch seconds, server clock: a whole minute, as all texts name it. */
export const pauseEnd = (days: number): number =>
  Math.ceil(serverNow() / MINUTE_MS) * MINUTE_S + days * DAY_S
