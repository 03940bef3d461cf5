import { useRef } from 'react'
import { t } from '../../i18n/translate.ts'
import { Form, FormProblem, type FormProps, type Problems } from './Form.tsx'
import { QuietButton, SubmitButton, useForm } from './Form.tsx'

export type Run = (data: FormData) => Promise<Problems | void> | void

/** A button that acts at once, and its problem. */
export const PressForm = ({ text, run }: { text: string; run: Run }) => (
  <Form form={useForm(async (data) => (await run(data)) ?? {})} submit={text} tone="quiet" />
)

interface Props extends Omit<FormProps, 'form' | 'onSubmit' | 'onChange'> {
  /** Initial focus: cancel if the action is destructive. */
  focus?: 'submit' | 'cancel'
  /** Text of the button that cancels. */
  cancel?: string
  /** It opens with what was typed before. */
  isTyped?: boolean | undefined
  onSubmit: Run
  onCancel: () => void
  /** The changed field, by its name. */
  onChange?: (part: Record<string, string>) => void
}

/** At mount; the form is seen from its start. */
const focusInForm = (button: HTMLButtonElement | null): void => {
  button?.focus({ preventScroll: true })
  button?.form?.scrollIntoView?.({ block: 'nearest' })
}

/** Any field sends it by Ctrl+Enter, and cancels it by Escape until one is changed. */
export function ConfirmForm({ submit, isEnabled, tone, focus, onSubmit, ...props }: Props) {
  const { isTyped = false, cancel = t('dialog.cancel'), onCancel, onChange, ...rest } = props
  const isChanged = useRef(isTyped)
  const form = useForm(async (data) => (await onSubmit(data)) ?? {})
  /** The form's own problem is with the buttons, which may stay in sight. */
  const { form: problem, ...problems } = form.problems
  const buttons = (
    <div className="form-actions">
      <FormProblem text={problem} />
      <QuietButton ref={focus === 'cancel' ? focusInForm : null} onClick={onCancel}>
        {cancel}
      </QuietButton>
      <SubmitButton
        {...{ isEnabled, tone }}
        isBusy={form.isBusy}
        ref={focus === 'submit' ? focusInForm : null}
      >
        {submit}
      </SubmitButton>
    </div>
  )
  return (
    <Form
      {...rest}
      form={{ ...form, problems }}
      className="form desk-form"
      onChange={({ target }) => {
        const { name, value } = target as EventTarget as HTMLInputElement
        isChanged.current = true
        // A template fills the other fields.
        if (name === 'template') form.report({})
        onChange?.({ [name]: value })
      }}
      after={buttons}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape' && !isChanged.current) onCancel()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
      }}
    />
  )
}
