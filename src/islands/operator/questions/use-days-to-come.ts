import { serverNow } from '../../../api/server-clock.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { textIn } from '../../../stores/language.ts'
import { useLoad } from '../../ui/use-load.ts'
import { DAYS_SHOWN } from './desk-context.ts'

/** The next days, once they are read. */
export function useDaysToCome() {
  const from = addDays(tokyoDay(serverNow()), 1)
  const range = { from, until: addDays(from, DAYS_SHOWN - 1) }
  return useLoad(() => call('operator', 'GET /calendar', range)).value
}

/** @param text in Japanese, of the question that takes the place of an automatic one */
export function insteadOf({ question, forecast }: Partial<CalendarDay> = {}, text = '') {
  const { texts } = question ?? forecast ?? {}
  if (!texts || question?.isScheduled || texts.ja === text.trim()) return undefined
  return t('questions.import.instead', { text: textIn(texts) })
}
