import { useState, type ReactNode } from 'react'
import { t } from '../../i18n/translate.ts'
import { focusAtMount } from '../ui/first-focus.ts'
import { Form, type FormProps, type Problems, SubmitButton, useForm } from '../ui/Form.tsx'

type Run = (data: FormData) => Promise<Problems | void> | void

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
      <button
        type="button"
        className="button button-quiet"
        ref={focus === 'cancel' ? focusAtMount : null}
        onClick={onCancel}
      >
        {t('desk.cancel')}
      </button>
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

/** A button that acts at once, and its problem. */
export const PressForm = ({ text, run }: { text: string; run: Run }) => (
  <Form form={useForm(async (data) => (await run(data)) ?? {})} submit={text} tone="quiet" />
)

interface Action {
  text: string
  isMain?: boolean
  /** The form that takes the buttons' place. */
  renderForm?: (close: () => void) => ReactNode
  /** Asked before a destructive `run`. */
  question?: string
  run?: Run
}

interface ActionsProps {
  actions: readonly (Action | false | undefined)[]
  hint?: ReactNode
}

/** Buttons, one of which has the focus again once its form is closed. */
export function Actions({ actions, hint }: ActionsProps) {
  const [{ open, closed }, setState] = useState<{ open?: string; closed?: string }>({})
  const shown = actions.filter((action) => action !== false && action !== undefined)
  const opened = shown.find(({ text }) => text === open)
  const close = () => setState(open ? { closed: open } : {})
  if (opened?.renderForm) return opened.renderForm(close)
  if (opened?.run)
    return (
      <ConfirmForm
        submit={opened.text}
        tone="danger"
        focus="cancel"
        onSubmit={opened.run}
        onCancel={close}
      >
        <p>{opened.question}</p>
      </ConfirmForm>
    )
  return (
    <>
      {hint}
      <div className="form-actions">
        {shown.map(({ text, isMain, run, question }) =>
          run && !question ? (
            <PressForm key={text} {...{ text, run }} />
          ) : (
            <button
              key={text}
              type="button"
              className={isMain ? 'button' : 'button button-quiet'}
              ref={text === closed ? focusAtMount : null}
              onClick={() => setState({ open: text })}
            >
              {text}
            </button>
          ),
        )}
      </div>
    </>
  )
}
