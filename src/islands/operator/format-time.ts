import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'

/** Date and time of day in Asia/Tokyo. @param seconds epoch seconds */
export function timeOf(t: Translate, seconds: number): string {
  const part = (pattern: 'dd_mm_yyyy' | 'amPmHhMm') => formatDate(t, pattern, seconds * 1000)
  return `${part('dd_mm_yyyy')} ${part('amPmHhMm')}`
}

/** A day in Asia/Tokyo. @param seconds epoch seconds */
export const dayOf = (t: Translate, seconds: number) => formatDate(t, 'dd_mm_yyyy', seconds * 1000)
