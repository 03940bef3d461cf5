import { useCallback, useEffect, useState } from 'react'
import { serverNow, type Failure } from '../../../api/call.ts'
import type { CalendarDay } from '../../../contract/operator-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { authorizedCall } from '../../../stores/session.ts'

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
    const answer = await authorizedCall('operator', 'GET /calendar', { from, until })
    if (!answer.ok) setFailure(answer)
    else {
      setFailure(undefined)
      setDays(answer.results)
    }
    return answer.ok ? answer.results : undefined
  }, [from])
  useEffect(() => void load(), [load])

  const step = (by: 1 | -1 | 0) => {
    setDays(undefined)
    setFrom(by === 0 ? today : addDays(from, by * DAYS_SHOWN))
  }
  return { today, from, days, failure, load, step }
}
