import { useState } from 'react'
import { fieldOf } from '../../../api/result.ts'
import { serverNow } from '../../../api/server-clock.ts'
import {
  isDuring,
  LONG_WINDOW_MS,
  windowProblem,
  type MaintainedService,
  type MaintenanceWindow,
} from '../../../domain/maintenance.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import type { Problems } from '../../ui/Form.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { clockOf, dayOf, timeOf } from '../format.ts'
import { problemsOf, secondsOf } from './desk-times.ts'
import { useNotice } from '../use-notice.tsx'
import { useQuestion } from './use-question.tsx'

/** A window of either service stops the whole site: the desk plans that of one. */
const SERVICE = 'question'

const times = ['start', 'end'] as const

/** The day is named once. */
const spanOf = ({ start, end }: MaintenanceWindow) => ({
  start: timeOf(start),
  end: dayOf(start) === dayOf(end) ? clockOf(end) : timeOf(end),
})

const stateOf = (window: MaintenanceWindow) =>
  isDuring(window, serverNow()) ? 'running' : 'planned'

export function Windows() {
  const {
    value: list,
    failure,
    load,
    retry,
  } = useLoad(() => call('operator', 'GET /maintenance', {}))
  const { notice, say } = useNotice()
  const set = async (service: MaintainedService, window: MaintenanceWindow | null) => {
    const seen = list?.find((one) => one.service === service)
    const replaces = seen ? { start: seen.start, end: seen.end } : null
    const result = await call('operator', 'PUT /maintenance', { service, window, replaces })
    if (result.ok || fieldOf(result) === 'replaces') void load()
    if (!result.ok) return problemsOf(result)
    const name = stateOf(window ?? seen!)
    // The next page says until when another lasts.
    if (name === 'running' && !window)
      document.querySelector('.desk-maintenance')?.setAttribute('hidden', '')
    return say(window ? t(`announce.set.${name}`) : t(`announce.cleared.${name}`), !window)
  }
  return (
    <section onClickCapture={() => say('')}>
      <h2>{t('announce.windows')}</h2>
      <p className="field-hint">{t('announce.windowsAbout')}</p>
      {list && (
        <Actions
          hint={list.length === 0 && <p className="field-hint">{t('announce.noWindows')}</p>}
          actions={[
            {
              text: t('announce.plan'),
              renderForm: (close) => (
                <WindowForm
                  replaced={list.find(({ service }) => service === SERVICE)}
                  onSet={async (window) => (await set(SERVICE, window)) ?? close()}
                  onCancel={close}
                />
              ),
            },
          ]}
        />
      )}
      {notice}
      {failure && <DeskFailure failure={failure} onRetry={retry} />}
      <ul className="announcement-list" role="list">
        {list?.map(({ service, ...window }) => {
          const name = stateOf(window)
          return (
            <li key={service}>
              <p>
                <strong>{t(`announce.window.${name}`)}</strong>{' '}
                <small>
                  {t(
                    `announce.window.${name}Span`,
                    name === 'planned' ? spanOf(window) : { end: timeOf(window.end) },
                  )}
                </small>
              </p>
              {service !== SERVICE && <p>{t('announce.window.auth')}</p>}
              <Actions
                actions={[
                  {
                    text: t(`announce.window.${name}Clear`),
                    question: t(`announce.window.${name}ClearSure`),
                    run: () => set(service, null),
                  },
                ]}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Props {
  replaced: MaintenanceWindow | undefined
  onSet: (window: MaintenanceWindow) => Promise<Problems | void>
  onCancel: () => void
}

function WindowForm({ replaced, onSet, onCancel }: Props) {
  const [window, setWindow] = useState({ start: 0, end: 0 })
  const { start, end } = window
  const warnings = [
    start * 1000 <= serverNow() && t('announce.planSure.begins'),
    (end - start) * 1000 > LONG_WINDOW_MS && t('announce.planSure.long'),
    replaced && t('announce.planSure.replaces', spanOf(replaced)),
    t('announce.planSure', spanOf(window)),
  ].filter((warning) => typeof warning === 'string')
  const { isAsked, ask, asked, forget, orForget } = useQuestion(warnings.join('\n'))
  return (
    <ConfirmForm
      submit={t(isAsked ? 'announce.planConfirm' : 'announce.planSubmit')}
      onChange={forget}
      onSubmit={async (data) => {
        const timeIn = (name: string) => secondsOf(String(data.get(name)))
        const window = { start: timeIn('start'), end: timeIn('end') }
        const missing = times.filter((name) => Number.isNaN(window[name]))
        if (missing.length > 0)
          return Object.fromEntries(missing.map((name) => [name, t('announce.problem.time')]))
        const found = windowProblem(window, serverNow())
        if (found) return { [found === 'begun' ? 'start' : 'end']: t(`announce.problem.${found}`) }
        setWindow(window)
        return ask(() => onSet(window))
      }}
      onCancel={orForget(onCancel)}
    >
      {times.map((name) => (
        <Field
          key={name}
          name={name}
          type="datetime-local"
          label={t(`announce.${name}`)}
          hint={t('announce.timeHint')}
          ref={name === 'start' ? focusAtMount : null}
        />
      ))}
      {asked}
    </ConfirmForm>
  )
}
