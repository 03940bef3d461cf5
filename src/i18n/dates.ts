import { tokyoParts } from '../domain/tokyo-time.ts'
import { fillDate } from './date-patterns.ts'
import type { Translate } from './translate.ts'

export type DatePattern =
  | 'dd_mm'
  | 'dd_mm_weekday'
  | 'dd_mm_yyyy'
  | 'month_yyyy'
  | 'theme_date'
  | 'amPmHhMm'

const listed = (names: string): string[] => names.split(/、|, /)

/** From Sunday. */
export const weekdayNames = (t: Translate): string[] => listed(t('weekday.names'))

/** Formats an instant (epoch milliseconds) in Asia/Tokyo. */
export function formatDate(t: Translate, pattern: DatePattern, epochMs: number): string {
  const { month, weekday } = tokyoParts(epochMs)
  return fillDate(t(pattern), epochMs, {
    month: listed(t('month.names'))[month - 1] ?? '',
    weekday: weekdayNames(t)[weekday] ?? '',
  })
}

/** Date and time of an instant (epoch milliseconds) in Asia/Tokyo. */
export const formatTime = (t: Translate, epochMs: number): string =>
  `${formatDate(t, 'dd_mm_yyyy', epochMs)} ${formatDate(t, 'amPmHhMm', epochMs)}`
