import { tokyoParts, type timeLeft } from '../domain/question-day.ts'
import type { MessageKey, Translate } from './translate.ts'

/**
 * Dates and times in Asia/Tokyo by the locales' patterns (`product.md §9`). A pattern's placeholders: `{yyyy}`,
 * `{mm}` `{m}` month, `{dd}` `{d}` day, `{month}` and `{weekday}` by name, `{hours}` `{minutes}` two digits each,
 * `{hours12}`, `{am|pm}` one of the two words.
 */
export type DatePattern = 'dd_mm_yyyy' | 'month_yyyy' | 'theme_date' | 'amPmHhMm'

/** The months 1 to 12 by their keys (`product.md §3`). */
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

/** An instant (epoch milliseconds) by a pattern of the locale. */
export function formatDate(t: Translate, pattern: DatePattern, epochMs: number): string {
  const { month, weekday } = tokyoParts(epochMs)
  return fillDate(t(pattern), epochMs, {
    month: t(`month.${months[month - 1]!}` satisfies MessageKey),
    weekday: t(`weekday.${weekdays[weekday]!}` satisfies MessageKey),
  })
}

/** As `formatDate`, for a pattern at hand; names only where the pattern has them. */
export function fillDate(
  pattern: string,
  epochMs: number,
  names: Record<string, string> = {},
): string {
  const { year, month, day, hours, minutes } = tokyoParts(epochMs)
  return fill(pattern, {
    yyyy: String(year),
    m: String(month),
    mm: twoDigits(month),
    d: String(day),
    dd: twoDigits(day),
    hours: twoDigits(hours),
    hours12: String(hours % 12 || 12),
    minutes: twoDigits(minutes),
    ...names,
  }).replace(/\{(\w+)\|(\w+)\}/, hours < 12 ? '$1' : '$2')
}

/** The countdown by the locale's pattern `time_left_hh_mm`: `{hours}`, `{hh}` and `{mm}`. */
export function fillTimeLeft(
  pattern: string,
  { hours, minutes }: ReturnType<typeof timeLeft>,
): string {
  return fill(pattern, { hours: String(hours), hh: twoDigits(hours), mm: twoDigits(minutes) })
}

function fill(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

function twoDigits(figure: number): string {
  return String(figure).padStart(2, '0')
}
