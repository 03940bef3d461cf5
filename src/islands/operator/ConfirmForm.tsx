import { t } from '../../i18n/translate.ts'
import { focusAtMount } from '../ui/first-focus.ts'
import { Form, type FormProps, SubmitButton, useForm } from '../ui/Form.tsx'
import { QuietButton } from '../ui/LoadFailure.tsx'
import type { Run } from './PressForm.tsx'

interface Props extends Omit<FormProps, 'form' | 'onSubmit'> {
  /** Initial focus: cancel if the action is destructive. */
  focus?: 'submit' | 'cancel'
  onSubmit: Run
  onCancel: () => void
}

/** A form that can be cancelled, also by Escape in any of its fields. */
export function ConfirmForm({ submit, isEnabled, tone, focus, onSubmit, ...props }: Props) {
  const { onCancel, ...rest } = props
  const form = useForm(async (data) => (await onSubmit(data)) ?? {})
  const buttons = (
    <div className="form-actions">
      <QuietButton ref={focus === 'cancel' ? focusAtMount : null} onClick={onCancel}>
        {t('desk.cancel')}
      </QuietButton>
      <SubmitButton
        {...{ isEnabled, tone }}
        isBusy={form.isBusy}
        ref={focus === 'submit' ? focusAtMount : null}
      >
        {submit}
      </SubmitButton>
    </div>
  )
  return (
    <Form
      {...rest}
      form={form}
      className="form desk-form"
      noValidate={false}
      after={buttons}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel()
      }}
    />
  )
}
