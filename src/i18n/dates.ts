import { tokyoParts } from '../domain/question-day.ts'
import { fillDate } from './date-patterns.ts'
import type { MessageKey, Translate } from './translate.ts'

/** The locales' patterns of dates and times in Asia/Tokyo (`product.md §9`, `date-patterns.ts`). */
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
