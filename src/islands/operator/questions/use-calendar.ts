import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import { serverNow } from '../../../api/server-clock.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { call } from '../../../stores/call.ts'

/** Days that are shown at once. */
export const DAYS_SHOWN = 60

/** The days from `from` on; today's list begins with yesterday, to see what was. */
export function useCalendar() {
  const today = tokyoDay(serverNow())
  const [from, setFrom] = useState(today)
  const [days, setDays] = useState<readonly CalendarDay[]>()
  const [failure, setFailure] = useState<Failure>()

  const load = useCallback(async () => {
    const until = addDays(from, DAYS_SHOWN - 1)
    const result = await call('operator', 'GET /calendar', { from, until })
    if (!result.ok) setFailure(result)
    else {
      setFailure(undefined)
      setDays(result.results)
    }
    return result.ok ? result.results : undefined
  }, [from])
  useEffect(() => void load(), [load])

  const step = (by: 1 | -1 | 0) => {
    setDays(undefined)
    setFrom(by === 0 ? today : addDays(from, by * DAYS_SHOWN))
  }
  return { today, from, days, failure, load, step }
}
