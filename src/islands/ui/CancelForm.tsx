import type { Ref } from 'react'
import { Form, type FormProps, SubmitButton } from './Form.tsx'

interface Props extends FormProps {
  cancel: string
  onCancel: () => void
  cancelRef?: Ref<HTMLButtonElement> | undefined
  submitRef?: Ref<HTMLButtonElement> | undefined
}

export function CancelForm({ form, submit, isEnabled, tone, ...props }: Props) {
  const { cancel, onCancel, cancelRef, submitRef, ...rest } = props
  const buttons = (
    <div className="form-actions">
      <button type="button" className="button button-quiet" ref={cancelRef} onClick={onCancel}>
        {cancel}
      </button>
      <SubmitButton {...{ isEnabled, tone }} isBusy={form.isBusy} ref={submitRef}>
        {submit}
      </SubmitButton>
    </div>
  )
  return <Form {...rest} form={form} after={buttons} />
}
