import type { ReactNode } from 'react'
import { useDesk } from './desk-context.ts'
import { focusAtMount } from './focus-at-mount.ts'

interface Props {
  /** What will change, or the fields that say it. */
  children: ReactNode
  submitText: string
  isBusy?: boolean
  /** The button at which the focus begins: the way out where something is lost. */
  focus?: 'submit' | 'cancel'
  onSubmit: () => Promise<void>
  onCancel: () => void
}

/** Asks before a change of the calendar or the pool. */
export function ConfirmForm({ children, submitText, isBusy, focus, onSubmit, onCancel }: Props) {
  const { t } = useDesk()
  return (
    <form
      className="questions-confirm"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      <div className="questions-actions">
        <button className="button" ref={focus === 'submit' ? focusAtMount : null} disabled={isBusy}>
          {submitText}
        </button>
        <button
          type="button"
          className="button button-quiet"
          ref={focus === 'cancel' ? focusAtMount : null}
          onClick={onCancel}
        >
          {t('questions.cancel')}
        </button>
      </div>
    </form>
  )
}
