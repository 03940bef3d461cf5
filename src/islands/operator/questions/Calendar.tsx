import { t } from '../../../i18n/translate.ts'
import { useRef, useState } from 'react'
import { useLoad } from '../../ui/use-load.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { isRepeat } from '../../../domain/question-pool.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { dayText, pastDayText, weekdayOf } from './desk-context.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { call } from '../../../stores/call.ts'
import { DayPanel } from './DayPanel.tsx'
import { QuestionTexts } from './PoolList.tsx'

const DAYS_SHOWN = 60

/** Build-time placeholder of the first day; invisible until hydration. */
const ANY_DAY = '2000-12-20'

/** Typical widths while loading: most days are automatic. */
const UNREAD = { scheduled: 0, automatic: DAYS_SHOWN, repeats: 0 }

/** Two months of days with questions and actions; today's begins with yesterday. */
export function Calendar() {
  const today = tokyoDay(serverNow())
  const [from, setFrom] = useState(today)
  const calendar = useLoad(() => {
    const until = addDays(from, DAYS_SHOWN - 1)
    return call('operator', 'GET /calendar', { from, until })
  }, from)
  const { value: days, failure, load } = calendar
  const isHydrated = useHydrated()
  const first = isHydrated ? from : ANY_DAY
  const [open, setOpen] = useState<string>()
  const list = useRef<HTMLOListElement>(null)

  const show = (day: string) => {
    calendar.setValue(undefined)
    setFrom(day)
  }
  /** Returns the focus to the day's button. */
  const close = (day: string) => {
    setOpen(undefined)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus(),
    )
  }
  return (
    <section className="calendar" aria-label={t('questions.view.calendar')}>
      <div className="calendar-range">
        <button
          type="button"
          className="button button-quiet"
          onClick={() => show(addDays(from, -DAYS_SHOWN))}
        >
          {t('questions.earlier')}
        </button>
        <h2 data-waiting={!isHydrated || undefined}>
          {t('questions.range', {
            from: dayText(first),
            until: dayText(addDays(first, DAYS_SHOWN - 1)),
          })}
        </h2>
        <span>
          {from !== today && (
            <button type="button" className="button button-quiet" onClick={() => show(today)}>
              {t('questions.toToday')}
            </button>
          )}
          <button
            type="button"
            className="button button-quiet"
            onClick={() => show(addDays(from, DAYS_SHOWN))}
          >
            {t('questions.later')}
          </button>
        </span>
      </div>
      {failure && <DeskFailure failure={failure} onRetry={() => void load()} />}
      {from === today && (
        // Reserves its line while days load.
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

interface Props {
  one: CalendarDay
  today: string
  days: readonly CalendarDay[]
  isOpen: boolean
  onToggle: () => void
  onChanged: () => Promise<readonly CalendarDay[] | undefined>
  onClose: () => void
}

function CalendarRow(props: Props) {
  const { one, today, isOpen, onToggle } = props
  const { day, question, forecast } = one
  const shown = question ?? forecast
  const id = `day-${day}`
  return (
    <li
      data-kind={day < today ? 'past' : question?.isScheduled ? 'scheduled' : 'automatic'}
      data-weekday={weekdayOf(day)}
    >
      <button
        type="button"
        className="calendar-day"
        data-day={day}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <time dateTime={day}>
          {dayText(day)}
          {day === today && <b>{t('questions.today')}</b>}
        </time>
        {shown ? (
          <QuestionTexts texts={shown.texts} />
        ) : (
          <span className="calendar-text">
            <span className="calendar-gap">{t('questions.gap')}</span>
          </span>
        )}
        {shown && (
          <span className="calendar-facts">
            {day >= today && (
              <span
                className="desk-badge"
                data-kind={question?.isScheduled ? 'visible' : 'deleted'}
              >
                {t(question?.isScheduled ? 'questions.scheduled' : 'questions.automatic')}
              </span>
            )}
            <span>{t(`questions.kind.${shown.source}`)}</span>
            {day <= today && question && (
              <span>{t('questions.answered', { count: question.usersCount })}</span>
            )}
            {shown.lastAsked && (
              <span>{t('questions.lastAsked', { day: pastDayText(shown.lastAsked) })}</span>
            )}
            {isRepeat(day, shown.lastAsked ?? '') && (
              <span className="desk-badge" data-kind="held">
                {t('questions.repeat')}
              </span>
            )}
          </span>
        )}
      </button>
      {isOpen && (
        <div className="calendar-panel" id={id}>
          <DayPanel {...props} />
        </div>
      )}
    </li>
  )
}
