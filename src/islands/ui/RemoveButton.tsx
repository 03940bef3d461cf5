import { useState } from 'react'
import { focusAtMount } from './first-focus.ts'
import { Form, type Problems, SubmitButton, useForm } from './Form.tsx'
import { QuietButton } from './QuietButton.tsx'

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
      <QuietButton
        aria-label={label}
        ref={step === 'cancelled' ? focusAtMount : null}
        onClick={() => setStep('asking')}
      >
        {text}
      </QuietButton>
    )
  const buttons = (
    <div className="form-actions">
      <QuietButton ref={focusAtMount} onClick={() => setStep('cancelled')}>
        {cancel}
      </QuietButton>
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
