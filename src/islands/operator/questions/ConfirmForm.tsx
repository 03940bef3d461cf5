import { useState, type ReactNode } from 'react'
import { useDesk } from './desk-context.ts'
import { focusAtMount } from '../../ui/first-focus.ts'
import { addDays } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'

interface Props {
  children: ReactNode
  submitText: string
  /** Disabled until the change is fully specified. */
  isIncomplete?: boolean
  /** Initial focus: cancel if the action is destructive. */
  focus?: 'submit' | 'cancel'
  onSubmit: () => Promise<void>
  onCancel: () => void
}

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

/** A future day to schedule; focused on opening. */
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
