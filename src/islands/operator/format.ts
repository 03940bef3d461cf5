import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { serverNow } from '../../api/server-clock.ts'
import { DAY_S } from '../../domain/durations.ts'

/** Date and time of day in Asia/Tokyo. @param seconds epoch seconds */
export function timeOf(t: Translate, seconds: number): string {
  const part = (pattern: 'dd_mm_yyyy' | 'amPmHhMm') => formatDate(t, pattern, seconds * 1000)
  return `${part('dd_mm_yyyy')} ${part('amPmHhMm')}`
}

/** A day in Asia/Tokyo. @param seconds epoch seconds */
export const dayOf = (t: Translate, seconds: number) => formatDate(t, 'dd_mm_yyyy', seconds * 1000)

const tag = () => document.documentElement.lang

/** A number in the page's language. */
export const numberText = (value: number) => new Intl.NumberFormat(tag()).format(value)

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Bytes in the largest decimal unit that leaves a number of 1 or more, in the page's language. */
export function bytesText(bytes: number): string {
  const power = Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1
  const index = Math.min(units.length - 1, Math.max(0, power))
  const options = { style: 'unit', unit: units[index]!, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(tag(), options).format(bytes / 1000 ** (index + 1))
}

/** The lengths of a pause to choose from. */
export const pauseDays = [1, 3, 7, 30, 90] as const
export const DEFAULT_PAUSE_DAYS = 7

/** The end of a pause that begins now, epoch seconds by the server's clock. */
export const pauseEnd = (days: number): number => Math.floor(serverNow() / 1000) + days * DAY_S

export const daysText = (t: Translate, days: number): string =>
  days === 1 ? t('desk.oneDay') : t('desk.daysOption', { days })
