import { t } from '../../../i18n/translate.ts'
import { useState, type ReactNode } from 'react'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { CancelForm } from '../../ui/CancelForm.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { type Problems, useForm } from '../../ui/Form.tsx'
import { addDays } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'

interface Props {
  children: ReactNode
  submit: string
  /** False until the change is fully specified. */
  isEnabled?: boolean
  /** Initial focus: cancel if the action is destructive. */
  focus?: 'submit' | 'cancel'
  onSubmit: NonNullable<Action['run']>
  onCancel: () => void
}

export function ConfirmForm({ focus, onSubmit, ...props }: Props) {
  const form = useForm(async () => (await onSubmit()) ?? {})
  return (
    <CancelForm
      {...props}
      form={form}
      className="questions-confirm"
      noValidate={false}
      cancel={t('questions.cancel')}
      cancelRef={focus === 'cancel' ? focusAtMount : undefined}
      submitRef={focus === 'submit' ? focusAtMount : undefined}
      tone={focus === 'cancel' ? 'danger' : undefined}
    />
  )
}

export interface Action {
  text: string
  isMain?: boolean
  /** The form that takes the buttons' place. */
  renderForm?: (close: () => void) => ReactNode
  /** Asked before a destructive `run`. */
  question?: string
  run?: () => Promise<Problems | void> | void
}

interface ActionsProps {
  actions: readonly (Action | false | undefined)[]
  hint?: ReactNode
}

export function Actions({ actions, hint }: ActionsProps) {
  const [open, setOpen] = useState<string>()
  const [problems, setProblems] = useState<Problems | void>()
  const opened = actions.find((action) => action && action.text === open)
  const close = () => setOpen(undefined)
  if (opened && opened.renderForm) return opened.renderForm(close)
  if (opened && opened.run)
    return (
      <ConfirmForm submit={opened.text} focus="cancel" onSubmit={opened.run} onCancel={close}>
        <p>{opened.question}</p>
      </ConfirmForm>
    )
  const press = async ({ text, question, run }: Action) => {
    setProblems(undefined)
    if (run && !question) setProblems(await run())
    else setOpen(text)
  }
  return (
    <>
      {hint}
      <FormProblem text={problems?.['form']} />
      <div className="form-actions">
        {actions.map(
          (action) =>
            action && (
              <button
                key={action.text}
                type="button"
                className={action.isMain ? 'button' : 'button button-quiet'}
                onClick={() => void press(action)}
              >
                {action.text}
              </button>
            ),
        )}
      </div>
    </>
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
    <Field
      label={label}
      type="date"
      required
      ref={focusAtMount}
      min={addDays(today, 1)}
      max={addDays(today, MAX_DAYS_AHEAD)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
