import { serverNow } from '../../../api/server-clock.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { call } from '../../../stores/call.ts'
import { useLoad } from '../../ui/use-load.ts'
import { DAYS_SHOWN } from './desk-context.ts'

/** The next days, once they are read. */
export function useDaysToCome() {
  const from = addDays(tokyoDay(serverNow()), 1)
  const range = { from, until: addDays(from, DAYS_SHOWN - 1) }
  return useLoad(() => call('operator', 'GET /calendar', range)).value
}
