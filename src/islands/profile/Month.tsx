import type { AnsweredDay } from '../../contract/schemas.ts'
import { addDays, tokyoDayStart } from '../../domain/question-day.ts'
import { tokyoParts } from '../../domain/tokyo-time.ts'
import { questionPath } from '../../domain/question.ts'
import { formatDate, weekdayNames } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'

interface Props {
  /** `YYYY-MM` */
  month: string
  today: string
  days: ReadonlyMap<string, AnsweredDay>
  chosen: AnsweredDay | undefined
  onChoose: (day: AnsweredDay) => void
  onTurn: (months: number) => void
}

/** Month view: answered days select, others link to their question. */
export function Month({ month, today, days, chosen, onChoose, onTurn }: Props) {
  const first = `${month}-01`
  const isLast = month === today.slice(0, 7)
  const names = weekdayNames(t)
  const weekStart = Number(t('weekday.first'))
  const blanks = (tokyoParts(tokyoDayStart(first)).weekday + 7 - weekStart) % 7
  return (
    <div className="month">
      <div className="month-head">
        <button type="button" aria-label={t('journal.previous')} onClick={() => onTurn(-1)}>
          <Arrow />
        </button>
        <p className="month-name" aria-live="polite">
          {formatDate(t, 'month_yyyy', tokyoDayStart(first))}
        </p>
        <button
          type="button"
          aria-label={t('journal.next')}
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && onTurn(1)}
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
        {daysOf(month, today).map((day, index) => (
          <li key={day} style={index ? undefined : { gridColumn: blanks + 1 }}>
            <Day {...{ day, today, chosen, onChoose }} entry={days.get(day)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface DayProps extends Pick<Props, 'today' | 'chosen' | 'onChoose'> {
  day: string
  entry: AnsweredDay | undefined
}

function Day({ day, today, entry, chosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  const current = day === today ? 'date' : undefined
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
      aria-pressed={chosen?.day === day}
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

/** Days of a month until today: those to come are blank. */
function daysOf(month: string, today: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month) && day <= today; day = addDays(day, 1))
    days.push(day)
  return days
}
