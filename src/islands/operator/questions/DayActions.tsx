import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { useDesk } from './desk-context.ts'

export type DayAction = 'pick' | 'edit' | 'move' | 'clear'

interface Props {
  one: CalendarDay
  today: string
  onChosen: (action: DayAction) => void
  onClose: () => void
}

/** The buttons of an open day: what can be done with its question now. */
export function DayActions({ one: { day, question, forecast }, today, onChosen, onClose }: Props) {
  const { t } = useDesk()
  const isComing = day > today
  const action = (name: DayAction, text: string) => (
    <button
      type="button"
      className={name === 'pick' ? 'button' : 'button button-quiet'}
      onClick={() => onChosen(name)}
    >
      {text}
    </button>
  )
  return (
    <div className="questions-actions">
      {day >= today && action('pick', t(day === today ? 'questions.swap' : 'questions.pick'))}
      {(question ?? forecast)?.poolId && action('edit', t('questions.edit'))}
      {isComing && question?.poolId && action('move', t('questions.move'))}
      {isComing && question?.isScheduled && action('clear', t('questions.clear'))}
      <button type="button" className="button button-quiet" onClick={onClose}>
        {t('questions.close')}
      </button>
    </div>
  )
}
