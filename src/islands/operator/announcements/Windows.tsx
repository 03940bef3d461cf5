import { useId, useState } from 'react'
import type { PlannedWindow } from '../../../contract/notice-schemas.ts'
import { maintainedServices, type MaintainedService } from '../../../domain/maintenance.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { authorizedCall } from '../../../stores/session.ts'
import { Field } from '../../ui/Field.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../../ui/use-form.ts'
import { timeOf } from '../time.ts'
import { refusalText, secondsOf } from './words.ts'

interface Props {
  t: Translate
  list: readonly PlannedWindow[]
  onDone: (sentence: string) => void
}

/** The maintenance windows, and a form that sets one. */
export function Windows({ t, list, onDone }: Props) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const clear = async (service: MaintainedService) => {
    const answer = await authorizedCall('operator', 'PUT /maintenance', { service, window: null })
    setProblem(answer.ok ? '' : (refusalText(t, answer)['form'] ?? ''))
    if (answer.ok) onDone(t('announce.done.cleared'))
  }
  const { formProps, problems, isBusy } = useForm(async (data): Promise<Problems> => {
    const [start, end] = ['start', 'end'].map((name) => secondsOf(String(data.get(name))))
    if (!start) return { start: t('announce.problem.time') }
    if (!end) return { end: t('announce.problem.time') }
    const answer = await authorizedCall('operator', 'PUT /maintenance', {
      service: data.get('service') as MaintainedService,
      window: { start, end },
    })
    if (!answer.ok) return refusalText(t, answer)
    onDone(t('announce.done.planned'))
    return {}
  })
  return (
    <>
      {list.length === 0 && <p className="field-hint">{t('announce.noWindows')}</p>}
      <ul className="announcement-list" role="list">
        {list.map(({ service, start, end }) => (
          <li key={service}>
            <p>
              <strong>{t(`announce.service.${service}`)}</strong>{' '}
              {t('announce.window', { start: timeOf(t, start), end: timeOf(t, end) })}
            </p>
            <div className="announcement-actions">
              <button
                type="button"
                className="button button-quiet"
                onClick={() => void clear(service)}
              >
                {t('announce.clear')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <FormProblem text={problem} />
      <form {...formProps}>
        <div className="field">
          <label htmlFor={`${id}-service`}>{t('announce.service')}</label>
          <div className="select">
            <select id={`${id}-service`} name="service" defaultValue="question">
              {maintainedServices.map((service) => (
                <option key={service} value={service}>
                  {t(`announce.service.${service}`)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Field
          name="start"
          type="datetime-local"
          label={t('announce.start')}
          hint={t('announce.timeHint')}
          problem={problems['start']}
        />
        <Field
          name="end"
          type="datetime-local"
          label={t('announce.end')}
          problem={problems['end']}
        />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('announce.plan')}</SubmitButton>
      </form>
    </>
  )
}
