import { useRef, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { focusAtMount } from './first-focus.ts'
import { Form, type FormProps, type Problems, SubmitButton, useForm } from './Form.tsx'
import { QuietButton } from './LoadFailure.tsx'
import type { Run } from './PressForm.tsx'

interface Props extends Omit<FormProps, 'form' | 'onSubmit' | 'onChange'> {
  /** Initial focus: cancel if the action is destructive. */
  focus?: 'submit' | 'cancel'
  /** Asked by the first press, once nothing is wrong; the second one submits. */
  question?: string
  check?: (data: FormData) => Problems | undefined
  onSubmit: Run
  onCancel: () => void
  /** The changed field, by its name. */
  onChange?: (part: Record<string, string>) => void
}

/** A form that can be cancelled, also by Escape in any of its fields until one is changed. */
export function ConfirmForm({ submit, isEnabled, tone, focus, onSubmit, ...props }: Props) {
  const { onCancel, onChange, question, check, ...rest } = props
  const isChanged = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const form = useForm(async (data) => {
    const problems = check?.(data) ?? {}
    const isRight = Object.keys(problems).length === 0
    setAsked(isRight && question !== undefined)
    if (!isRight || (question && !isAsked)) return problems
    return (await onSubmit(data)) ?? {}
  })
  const buttons = (
    <>
      {question && (
        <p className="desk-warning" role="status">
          {isAsked && question}
        </p>
      )}
      <div className="form-actions">
        <QuietButton
          ref={focus === 'cancel' ? focusAtMount : null}
          onClick={isAsked ? () => setAsked(false) : onCancel}
        >
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
    </>
  )
  return (
    <Form
      {...rest}
      form={form}
      className="form desk-form"
      noValidate={false}
      onChange={({ target }) => {
        const { name, value } = target as EventTarget as HTMLInputElement
        isChanged.current = true
        setAsked(false)
        onChange?.({ [name]: value })
      }}
      after={buttons}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isChanged.current)
          onCancel()
      }}
    />
  )
}
