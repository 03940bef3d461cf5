import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { isRepeat } from '../../../domain/question-pool.ts'
import { DayPanel } from './DayPanel.tsx'
import { useDesk } from './desk-context.ts'
import { dayText, pastDayText, shownTexts, weekdayOf } from './question-text.ts'

interface Props {
  one: CalendarDay
  today: string
  days: readonly CalendarDay[]
  isOpen: boolean
  onToggle: () => void
  onChanged: () => Promise<readonly CalendarDay[] | undefined>
  onClose: () => void
}

/** A day in a line: its date, its question in both languages, and how it came to be. */
export function CalendarRow(props: Props) {
  const { one, today, isOpen, onToggle } = props
  const { t } = useDesk()
  const { day, question, forecast } = one
  const shown = question ?? forecast
  const texts = shown && shownTexts(shown.texts)
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
          {dayText(t, day)}
          {day === today && <b>{t('questions.today')}</b>}
        </time>
        <span className="calendar-text">
          {texts ? (
            <>
              <span lang={texts.own[0]}>{texts.own[1]}</span>
              {texts.others.map(([language, text]) => (
                <small key={language} lang={language}>
                  {text}
                </small>
              ))}
            </>
          ) : (
            <span className="calendar-gap">{t('questions.gap')}</span>
          )}
        </span>
        {shown && <Facts one={one} today={today} />}
      </button>
      {isOpen && (
        <div className="calendar-panel" id={id}>
          <DayPanel {...props} />
        </div>
      )}
    </li>
  )
}

function Facts({ one: { day, question, forecast }, today }: { one: CalendarDay; today: string }) {
  const { t } = useDesk()
  const { source, lastAsked } = (question ?? forecast)!
  return (
    <span className="calendar-facts">
      {day >= today && (
        <span className="desk-badge" data-kind={question?.isScheduled ? 'visible' : 'deleted'}>
          {t(question?.isScheduled ? 'questions.scheduled' : 'questions.automatic')}
        </span>
      )}
      <span>{t(`questions.kind.${source}`)}</span>
      {day <= today && question && (
        <span>{t('questions.answered', { count: question.usersCount })}</span>
      )}
      {lastAsked && <span>{t('questions.lastAsked', { day: pastDayText(t, lastAsked) })}</span>}
      {isRepeat(day, lastAsked ?? '') && (
        <span className="desk-badge" data-kind="held">
          {t('questions.repeat')}
        </span>
      )}
    </span>
  )
}
