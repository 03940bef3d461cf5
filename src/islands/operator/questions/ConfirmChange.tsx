import type { ReactNode } from 'react'
import { useDesk } from './desk-context.ts'
import { focusAtMount } from './focus-at-mount.ts'

interface Props {
  /** What will change. */
  children: ReactNode
  submitText: string
  isBusy: boolean
  /** The focus begins at the way out. */
  isCareful: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** Asks before a day gets another question, or none. */
export function ConfirmChange({
  children,
  submitText,
  isBusy,
  isCareful,
  onSubmit,
  onCancel,
}: Props) {
  const { t } = useDesk()
  return (
    <div className="questions-confirm">
      {children}
      <div className="questions-actions">
        <button
          type="button"
          className="button"
          ref={isCareful ? null : focusAtMount}
          disabled={isBusy}
          onClick={onSubmit}
        >
          {submitText}
        </button>
        <button
          type="button"
          className="button button-quiet"
          ref={isCareful ? focusAtMount : null}
          onClick={onCancel}
        >
          {t('questions.cancel')}
        </button>
      </div>
    </div>
  )
}
