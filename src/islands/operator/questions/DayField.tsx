import { addDays } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import { focusAtMount } from '../../ui/first-focus.ts'

interface Props {
  label: string
  today: string
  value: string
  onChange: (day: string) => void
}

/** A day to come that a question can be given to; has the focus when its form opens. */
export function DayField({ label, today, value, onChange }: Props) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="date"
        required
        ref={focusAtMount}
        min={addDays(today, 1)}
        max={addDays(today, MAX_DAYS_AHEAD)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
