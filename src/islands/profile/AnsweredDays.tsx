import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import type { AnsweredDay } from '../../contract/schemas.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { questionPath } from '../../domain/question.ts'
import { tokyoParts } from '../../domain/tokyo-time.ts'
import { formatDate, weekdayNames } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { LoadFailure } from '../ui/Form.tsx'
import { usePages } from '../ui/use-pages.ts'
import { useListener } from '../ui/use-listener.ts'

interface Props {
  chosen: AnsweredDay | undefined
  onChoose: (day: AnsweredDay) => void
  onLeave: () => void
  changes: number
}

/**
 * A month with marks on the answered days (`docs/product.md#profile`), which select; the others link
 * to their question.
 */
export function AnsweredDays({ chosen, onChoose, onLeave, changes }: Props) {
  // Rendered in the browser only, where the day is known.
  const [today, setToday] = useState(() => tokyoDay(serverNow()))
  const [month, setMonth] = useState((chosen?.day ?? today).slice(0, 7))
  const [entries, setEntries] = useState<ReadonlyMap<string, AnsweredDay>>(new Map())
  const first = `${month}-01`
  const read = async () => {
    const range = { from: first, until: addDays(`${monthAfter(month, 1)}-01`, -1) }
    const result = await call('comment', 'GET /comment/days', range)
    if (result.ok) setEntries((known) => new Map([...known, ...byDay(result.results)]))
    return result
  }
  const { failure, retry } = usePages(read, { key: `${month} ${today} ${changes}` })

  useListener('visibilitychange', () => setToday(tokyoDay(serverNow())))

  const turn = (by: 1 | -1) => {
    setMonth(monthAfter(month, by))
    onLeave()
  }
  const isLast = month === today.slice(0, 7)
  const names = weekdayNames(t)
  const weekStart = Number(t('weekday.first'))
  const blanks = (tokyoParts(tokyoDayStart(first)).weekday + 7 - weekStart) % 7
  const days: string[] = []
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return (
    <section className="answered-days" aria-labelledby="answered-days">
      <h2 id="answered-days" className="visually-hidden">
        {t('journal.calendar')}
      </h2>
      <div className="month">
        <div className="month-head">
          <button
            type="button"
            className="icon-button"
            aria-label={t('journal.previous')}
            onClick={() => turn(-1)}
          >
            <Arrow />
          </button>
          <p className="month-name" aria-live="polite">
            {formatDate(t, 'month_yyyy', tokyoDayStart(first))}
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label={t('journal.next')}
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && turn(1)}
          >
            <Arrow />
          </button>
        </div>
        <p className="weekdays" aria-hidden="true">
          {names.map((name, index) => (
            <span key={name}>{names[(index + weekStart) % 7]!.slice(0, 1)}</span>
          ))}
        </p>
        <ol role="list">
          {days.map((day, index) => (
            <li key={day} style={index ? undefined : { gridColumn: blanks + 1 }}>
              <Day
                {...{ day, onChoose }}
                entry={entries.get(day)}
                isToday={day === today}
                isChosen={day === chosen?.day}
              />
            </li>
          ))}
        </ol>
      </div>
      <LoadFailure failure={failure} failed="journal.failed" onRetry={retry} />
    </section>
  )
}

interface DayProps extends Pick<Props, 'onChoose'> {
  day: string
  entry: AnsweredDay | undefined
  isToday: boolean
  isChosen: boolean
}

function Day({ day, entry, isToday, isChosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  const current = isToday ? 'date' : undefined
  if (!entry) return <span aria-current={current}>{number}</span>
  const date = formatDate(t, 'dd_mm_yyyy', tokyoDayStart(day))
  if (!entry.isAnswered)
    return (
      <a
        href={current ? '/' : questionPath(entry.questionId)}
        aria-label={t('journal.question', { date })}
        aria-current={current}
      >
        {number}
      </a>
    )
  return (
    <button
      type="button"
      aria-label={t('journal.answered', { date })}
      aria-current={current}
      aria-pressed={isChosen}
      onClick={() => onChoose(entry)}
    >
      {number}
    </button>
  )
}

const Arrow = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M12 5l-5 5 5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
)

/** If a question was replaced, its day has two: prefer the answered one. */
function byDay(results: readonly AnsweredDay[]): Map<string, AnsweredDay> {
  const found = new Map<string, AnsweredDay>()
  for (const entry of results) if (!found.get(entry.day)?.isAnswered) found.set(entry.day, entry)
  return found
}

/** The next month (`YYYY-MM`), or the one before: 30 days from its middle. */
const monthAfter = (month: string, by: 1 | -1): string =>
  addDays(`${month}-15`, 30 * by).slice(0, 7)
