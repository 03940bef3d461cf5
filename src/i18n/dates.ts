import { tokyoParts } from '../domain/tokyo-time.ts'
import { fillDate } from './date-patterns.ts'
import type { MessageKey, Translate } from './translate.ts'

export type DatePattern =
  | 'dd_mm'
  | 'dd_mm_weekday'
  | 'dd_mm_yyyy'
  | 'month_yyyy'
  | 'theme_date'
  | 'amPmHhMm'

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

/** From Sunday. */
export const weekdayNames = (t: Translate): string[] =>
  weekdays.map((weekday) => t(`weekday.${weekday}` satisfies MessageKey))

/** Formats an instant (epoch milliseconds) in Asia/Tokyo. */
export function formatDate(t: Translate, pattern: DatePattern, epochMs: number): string {
  const { month, weekday } = tokyoParts(epochMs)
  return fillDate(t(pattern), epochMs, {
    month: t(`month.${months[month - 1]!}` satisfies MessageKey),
    weekday: t(`weekday.${weekdays[weekday]!}` satisfies MessageKey),
  })
}

/** Date and time of an instant (epoch milliseconds) in Asia/Tokyo. */
export const formatTime = (t: Translate, epochMs: number): string =>
  `${formatDate(t, 'dd_mm_yyyy', epochMs)} ${formatDate(t, 'amPmHhMm', epochMs)}`
