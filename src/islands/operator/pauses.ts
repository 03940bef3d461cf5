import { serverNow } from '../../api/server-clock.ts'
import { DAY_S } from '../../domain/durations.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The lengths of a pause to choose from. */
export const pauseDays = [1, 3, 7, 30, 90] as const
export const DEFAULT_PAUSE_DAYS = 7

/** The end of a pause that begins now, epoch seconds by the server's clock. */
export const pauseEnd = (days: number): number => Math.floor(serverNow() / 1000) + days * DAY_S

export const daysText = (t: Translate, days: number): string =>
  days === 1 ? t('desk.oneDay') : t('desk.daysOption', { days })
