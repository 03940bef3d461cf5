import type { AnsweredDay } from '../../contract/schemas.ts'
import { addDays, tokyoDayStart } from '../../domain/question-day.ts'
import { tokyoParts } from '../../domain/tokyo-time.ts'
import { questionPath } from '../../domain/question.ts'
import { formatDate, weekdayNames } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'

interface Props {
  t: Translate
  /** `YYYY-MM`; empty until the day is known. */
  month: string
  isLast: boolean
  days: ReadonlyMap<string, AnsweredDay>
  chosen: AnsweredDay | undefined
  onChoose: (day: AnsweredDay) => void
  onTurn: (months: number) => void
}

/** Month view: answered days select, others link to their question. */
export function Month({ t, month, isLast, days, chosen, onChoose, onTurn }: Props) {
  const first = month && `${month}-01`
  const blanks = first ? tokyoParts(tokyoDayStart(first)).weekday : 0
  return (
    <div className="month">
      <div className="month-head">
        <button type="button" aria-label={t('journal.previous')} onClick={() => onTurn(-1)}>
          <Arrow />
        </button>
        <p className="month-name" aria-live="polite">
          {first && formatDate(t, 'month_yyyy', tokyoDayStart(first))}
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
        {weekdayNames(t).map((name) => (
          <span key={name}>{name.slice(0, 1)}</span>
        ))}
      </p>
      <ol role="list">
        {Array.from({ length: blanks }, (_, index) => (
          <li key={`blank-${index}`} aria-hidden="true" />
        ))}
        {daysOf(first).map((day) => (
          <li key={day}>
            <Day t={t} day={day} entry={days.get(day)} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface DayProps extends Pick<Props, 't' | 'chosen' | 'onChoose'> {
  day: string
  entry: AnsweredDay | undefined
}

function Day({ t, day, entry, chosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  if (!entry) return <span>{number}</span>
  const date = formatDate(t, 'dd_mm_yyyy', tokyoDayStart(day))
  if (!entry.isAnswered)
    return (
      <a href={questionPath(entry.questionId)} aria-label={t('journal.question', { date })}>
        {number}
      </a>
    )
  return (
    <button
      type="button"
      aria-label={t('journal.answered', { date })}
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

function daysOf(first: string): string[] {
  const days: string[] = []
  for (let day = first; day && day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1))
    days.push(day)
  return days
}
