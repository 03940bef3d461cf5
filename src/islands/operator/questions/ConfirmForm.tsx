import { useState, type ReactNode } from 'react'
import { useDesk } from './desk-context.ts'
import { focusAtMount } from '../../ui/first-focus.ts'
import { addDays } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'

interface Props {
  /** The text that says what will change, or its fields. */
  children: ReactNode
  submitText: string
  /** Before all is chosen that the change needs. */
  isIncomplete?: boolean
  /** The button at which the focus begins: the way out where something is lost. */
  focus?: 'submit' | 'cancel'
  onSubmit: () => Promise<void>
  onCancel: () => void
}

/** Asks before a change of the calendar or the pool, and makes it once however often it is pressed. */
export function ConfirmForm(props: Props) {
  const { children, submitText, isIncomplete, focus, onSubmit, onCancel } = props
  const { t } = useDesk()
  const [isBusy, setBusy] = useState(false)
  return (
    <form
      className="questions-confirm"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setBusy(true)
        void onSubmit().finally(() => setBusy(false))
      }}
    >
      {children}
      <div className="questions-actions">
        <button
          type="button"
          className="button button-quiet"
          ref={focus === 'cancel' ? focusAtMount : null}
          onClick={onCancel}
        >
          {t('questions.cancel')}
        </button>
        <button
          className={focus === 'cancel' ? 'button button-danger' : 'button'}
          ref={focus === 'submit' ? focusAtMount : null}
          disabled={isIncomplete}
          aria-busy={isBusy}
        >
          {submitText}
        </button>
      </div>
    </form>
  )
}

interface DayFieldProps {
  label: string
  today: string
  value: string
  onChange: (day: string) => void
}

/** A day to come that a question can be given to; has the focus when its form opens. */
export function DayField({ label, today, value, onChange }: DayFieldProps) {
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
