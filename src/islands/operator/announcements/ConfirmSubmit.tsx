import { useRef } from 'react'
import { t } from '../../../i18n/translate.ts'
import { SubmitButton } from '../../ui/Form.tsx'
import { QuietButton } from '../../ui/LoadFailure.tsx'

interface Props {
  /** Asked after the first press; empty before it. */
  question: string
  isDanger?: boolean
  isBusy: boolean
  submit: string
  confirm: string
  onCancel: () => void
}

/** The button of a form that is pressed once more to confirm. */
export function ConfirmSubmit({ question, isDanger, isBusy, submit, confirm, onCancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    onCancel()
    button.current?.focus()
  }
  return (
    <>
      <p className={isDanger ? 'desk-warning' : 'desk-confirmation'} role="status">
        {question}
      </p>
      <div className="form-actions">
        {question && <QuietButton onClick={cancel}>{t('desk.cancel')}</QuietButton>}
        <SubmitButton ref={button} isBusy={isBusy}>
          {question ? confirm : submit}
        </SubmitButton>
      </div>
    </>
  )
}
