import { useRef, useState, useCallback, useEffect } from 'react'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { isRepeat } from '../../../domain/question-pool.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { CalendarRow } from './CalendarRow.tsx'
import { useDesk } from './desk-context.ts'
import { dayText } from './question-text.ts'
import type { Failure } from '../../../api/result.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { call } from '../../../stores/call.ts'

/** Days that are shown at once. */
const DAYS_SHOWN = 60

/** The days from `from` on; today's list begins with yesterday, to see what was. */
function useCalendar() {
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

/** Placeholder for the first day in the built page, which is read on later days; invisible until hydration. */
const ANY_DAY = '2000-12-20'

/** Numbers as wide as those that are read: most often every day is automatic. */
const UNREAD = { scheduled: 0, automatic: DAYS_SHOWN, repeats: 0 }

/** The days of two months: each with its question, and what can be done with it when it is open. */
export function Calendar() {
  const { t } = useDesk()
  const { today, from, days, failure, load, step } = useCalendar()
  const isHydrated = useHydrated()
  const first = isHydrated ? from : ANY_DAY
  const [open, setOpen] = useState<string>()
  const list = useRef<HTMLOListElement>(null)

  /** The button of the day takes the focus back from the form that is gone. */
  const close = (day: string) => {
    setOpen(undefined)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus(),
    )
  }
  return (
    <section className="calendar" aria-label={t('questions.view.calendar')}>
      <div className="calendar-range">
        <button type="button" className="button button-quiet" onClick={() => step(-1)}>
          {t('questions.earlier')}
        </button>
        <h2 data-waiting={!isHydrated || undefined}>
          {t('questions.range', {
            from: dayText(t, first),
            until: dayText(t, addDays(first, DAYS_SHOWN - 1)),
          })}
        </h2>
        <span>
          {from !== today && (
            <button type="button" className="button button-quiet" onClick={() => step(0)}>
              {t('questions.toToday')}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={() => step(1)}>
            {t('questions.later')}
          </button>
        </span>
      </div>
      {failure && <DeskFailure t={t} failure={failure} onRetry={() => void load()} />}
      {from === today && (
        // Its line is kept while the days are read.
        <p
          className="field-hint calendar-summary"
          hidden={failure !== undefined}
          aria-hidden={!days}
        >
          {t('questions.summary', days ? sumOf(days) : UNREAD)}
        </p>
      )}
      <ol ref={list} className="calendar-days" role="list" aria-busy={!days && !failure}>
        {days?.map((one) => (
          <CalendarRow
            key={one.day}
            one={one}
            today={today}
            days={days}
            isOpen={open === one.day}
            onToggle={() => setOpen(open === one.day ? undefined : one.day)}
            onChanged={load}
            onClose={() => close(one.day)}
          />
        ))}
      </ol>
    </section>
  )
}

function sumOf(days: readonly CalendarDay[]) {
  const scheduled = days.filter(({ question }) => question?.isScheduled).length
  const repeats = days.filter(({ day, question, forecast }) =>
    isRepeat(day, (question ?? forecast)?.lastAsked ?? ''),
  ).length
  return { scheduled, automatic: days.length - scheduled, repeats }
}
