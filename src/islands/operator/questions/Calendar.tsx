import { t, type MessageKey } from '../../../i18n/translate.ts'
import { lazy, useState } from 'react'
import { useLoad } from '../../ui/use-load.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { isRepeat, MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { Field } from '../../ui/Field.tsx'
import { QuietButton } from '../../ui/Form.tsx'
import { DeskFailure } from '../DeskFailure.tsx'
import { Badge } from '../Badge.tsx'
import { DAYS_SHOWN, draftAt, useReturn, weekdayOf } from './desk-context.ts'
import { dayText, monthText, pastDayText, shortDay } from '../format.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { call } from '../../../stores/call.ts'
import { Disclosure, QuestionTexts } from './PoolList.tsx'

const DayPanel = lazy(() => import('./DayPanel.tsx'))

/** Two months of days with questions and actions. */
export function Calendar() {
  const today = tokyoDay(serverNow())
  const [from, setFrom] = useState(today)
  const [typed, setTyped] = useState(today)
  const last = addDays(today, MAX_DAYS_AHEAD)
  const until = addDays(from, DAYS_SHOWN - 1)
  // With the day before, which has a question unless the first of all comes later.
  const range = { from: addDays(from, -1), until }
  const calendar = useLoad(() => call('operator', 'GET /calendar', range), from)
  const { value, failure, load } = calendar
  const begin = value?.findIndex(({ day, question }) => question || day >= today)
  // Where all are before the first, the last one says so.
  const days = value?.slice(begin || 1)
  useReturn('calendar', load)

  const show = (asked: string) => {
    const day = asked > last ? last : asked
    setTyped(day)
    // A year that is being typed is a day of long ago.
    if (day < '2020') return
    calendar.setValue(undefined)
    setFrom(day)
  }
  const wayTo = (day: string, name: MessageKey) => (
    <QuietButton onClick={() => show(day)}>{t(name)}</QuietButton>
  )
  return (
    <section className="calendar" aria-label={t('questions.view.calendar')}>
      <div className="calendar-range">
        <Field
          label={t('questions.from')}
          type="date"
          max={last}
          value={typed}
          onChange={({ target }) => show(target.value)}
        />
        {begin === 0 && wayTo(addDays(from, -DAYS_SHOWN), 'questions.earlier')}
        {wayTo(addDays(from, DAYS_SHOWN), 'questions.later')}
        {from !== today && wayTo(today, 'questions.today')}
      </div>
      {failure && <DeskFailure failure={failure} onRetry={() => void load()} />}
      <ol className="calendar-days" role="list" aria-busy={!days && !failure}>
        {days?.map((one, index) => (
          <CalendarRow
            key={one.day}
            {...{ one, today }}
            isFirst={index === 0 || one.day.endsWith('-01')}
            onChanged={load}
          />
        ))}
      </ol>
    </section>
  )
}

interface Props {
  one: CalendarDay
  /** Of its month, in the list. */
  isFirst: boolean
  today: string
  onChanged: () => Promise<readonly CalendarDay[] | undefined>
}

function CalendarRow({ one, today, isFirst, onChanged }: Props) {
  const { day, question, forecast } = one
  const shown = question ?? forecast
  const line = (
    <>
      <time dateTime={day}>
        {shortDay(day, 'dd_mm_weekday')}
        {day === today && <b>{t('questions.today')}</b>}
      </time>
      {!shown && <span className="calendar-gap">{t('questions.gap')}</span>}
      {shown && <QuestionTexts texts={shown.texts} />}
      {shown && (
        <span className="calendar-facts">
          {day >= today && question?.isScheduled && (
            <Badge kind="visible">{t('questions.scheduled')}</Badge>
          )}
          {day >= today && !question?.isScheduled && <span>{t('questions.automatic')}</span>}
          {shown.source !== 'built-in' && <span>{t(`questions.kind.${shown.source}`)}</span>}
          {day <= today && question && (
            <span>{t('questions.answered', { count: question.usersCount })}</span>
          )}
          {shown.lastAsked && (
            <span>
              {shown.lastAsked > today
                ? t('questions.upcoming', { days: dayText(shown.lastAsked) })
                : t('questions.lastAsked', { day: pastDayText(shown.lastAsked) })}
            </span>
          )}
          {isRepeat(day, shown.lastAsked ?? '') && (
            <Badge kind="held">{t('questions.repeat')}</Badge>
          )}
        </span>
      )}
    </>
  )
  return (
    <li data-past={day < today || undefined} data-weekday={weekdayOf(day)}>
      {isFirst && <h2>{monthText(day)}</h2>}
      <Disclosure
        className="calendar-day"
        data-day={day}
        drafts={[draftAt(day), draftAt('edit', shown?.poolId)]}
        line={line}
      >
        {(close) => <DayPanel {...{ one, today, onChanged }} onClose={close} />}
      </Disclosure>
    </li>
  )
}
