import { useState } from 'react'
import type { Translate } from '../../../i18n/translate.ts'
import { focusAtMount } from '../../ui/first-focus.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../../ui/use-form.ts'

interface Props {
  t: Translate
  text: string
  /** The sentence that asks for a second press; without it one is enough. */
  question?: string
  /** Removes the entry that the button belongs to, or returns why it stays. */
  remove: () => Promise<Problems | undefined>
}

/** A button that removes an entry of a list, once however often it is pressed. */
export function RemoveButton({ t, text, question, remove }: Props) {
  const [step, setStep] = useState<'first' | 'asking' | 'cancelled'>('first')
  const { formProps, problems, isBusy } = useForm(async () => await remove())
  if (question && step !== 'asking')
    return (
      <div className="announcement-actions">
        <button
          type="button"
          className="button button-quiet"
          ref={step === 'cancelled' ? focusAtMount : null}
          onClick={() => setStep('asking')}
        >
          {text}
        </button>
      </div>
    )
  return (
    <form {...formProps} className="">
      {question && <p className="field-hint">{question}</p>}
      <FormProblem text={problems['form']} />
      <div className="announcement-actions">
        {question && (
          <button
            type="button"
            className="button button-quiet"
            // The first focus is on the button that changes nothing.
            ref={focusAtMount}
            onClick={() => setStep('cancelled')}
          >
            {t('announce.cancel')}
          </button>
        )}
        <SubmitButton isBusy={isBusy} className={question ? 'button-danger' : 'button-quiet'}>
          {text}
        </SubmitButton>
      </div>
    </form>
  )
}
