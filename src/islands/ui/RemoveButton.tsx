import { useState } from 'react'
import { focusAtMount } from './first-focus.ts'
import { Form, type Problems, SubmitButton, useForm } from './Form.tsx'

interface Props {
  text: string
  /** Name of the first button, where several have its text. */
  label?: string
  question: string
  cancel: string
  className?: string
  remove: () => Promise<Problems | void>
}

/** Removes an entry once confirmed; the initial focus is on the harmless button. */
export function RemoveButton({ text, label, question, cancel, className = '', remove }: Props) {
  const [step, setStep] = useState<'first' | 'asking' | 'cancelled'>('first')
  const form = useForm(remove)
  if (step !== 'asking')
    return (
      <button
        type="button"
        className="button button-quiet"
        aria-label={label}
        ref={step === 'cancelled' ? focusAtMount : null}
        onClick={() => setStep('asking')}
      >
        {text}
      </button>
    )
  const buttons = (
    <div className="form-actions">
      <button
        type="button"
        className="button button-quiet"
        ref={focusAtMount}
        onClick={() => setStep('cancelled')}
      >
        {cancel}
      </button>
      <SubmitButton isBusy={form.isBusy} tone="danger">
        {text}
      </SubmitButton>
    </div>
  )
  return (
    <Form {...{ form, className }} after={buttons}>
      <p>{question}</p>
    </Form>
  )
}
