import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { timeOf } from '../format.ts'
import { type PreviewWords, refusalText } from './AnnouncementForm.tsx'
import { call } from '../../../stores/call.ts'
import { useState } from 'react'
import { focusAtMount } from '../../ui/first-focus.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../../ui/use-form.ts'

interface Props {
  t: Translate
  dialogs: readonly PreviewWords[]
  list: readonly Announcement[]
  onDone: () => void
}

export function AnnouncementList({ t, dialogs, list, onDone }: Props) {
  const withdraw = async (announcementId: string) => {
    const input = { announcementId }
    const result = await call('operator', 'PUT /announcement/withdrawal', input)
    if (!result.ok) return refusalText(t, result)
    onDone()
    return undefined
  }
  if (list.length === 0) return <p className="field-hint">{t('announce.empty')}</p>
  return (
    <ul className="announcement-list" role="list">
      {list.map((one) => (
        <li key={one.announcementId} data-state={one.state}>
          <p>
            <strong>{t(`announce.state.${one.state}`)}</strong>{' '}
            <small>{timeOf(t, one.startsAt)}</small>
          </p>
          {dialogs.map(({ language }) => (
            <p key={language} lang={language} className="announcement-text">
              {one.texts[language]}
            </p>
          ))}
          {(one.state === 'coming' || one.state === 'shown') && (
            <RemoveButton
              t={t}
              text={t('announce.withdraw')}
              question={t('announce.withdrawSure')}
              remove={() => withdraw(one.announcementId)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface RemoveButtonProps {
  t: Translate
  text: string
  question?: string
  /**
   * Removes the entry.
   * @returns problems that prevent it
   */
  remove: () => Promise<Problems | undefined>
}

export function RemoveButton({ t, text, question, remove }: RemoveButtonProps) {
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
            // The initial focus is on the harmless button.
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
