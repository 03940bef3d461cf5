import { useState } from 'react'
import { serverNow } from '../../../api/server-clock.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import {
  LONG_WINDOW_MS,
  windowProblem,
  type MaintenanceWindow,
} from '../../../domain/maintenance.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { t } from '../../../i18n/translate.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount, type Problems } from '../../ui/Form.tsx'
import { secondsOf, spanOf } from './announcement-forms.ts'
import { useQuestion } from './use-question.tsx'

const times = ['start', 'end'] as const

interface Props {
  replaced: MaintenanceWindow | undefined
  onSet: (window: MaintenanceWindow) => Promise<Problems | void>
  onCancel: () => void
}

export default function WindowForm({ replaced, onSet, onCancel }: Props) {
  const [window, setWindow] = useState({ start: 0, end: 0 })
  const { start, end } = window
  const warnings = [
    start * 1000 <= serverNow() && t('announce.planSure.begins'),
    (end - start) * 1000 > LONG_WINDOW_MS && t('announce.planSure.long'),
    replaced && t('announce.planSure.replaces', spanOf(replaced)),
    t('announce.planSure', spanOf(window)),
  ].filter(Boolean)
  const question = useQuestion(warnings.join('\n'), warnings.length > 1)
  const { isAsked, ask, asked, forget, orForget } = question
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
      {times.map((name, index) => (
        <Field
          key={name}
          name={name}
          type="datetime-local"
          label={t(`announce.${name}`)}
          hint={t('announce.timeHint')}
          // An hour of the next night.
          defaultValue={`${tokyoIso(serverNow() + DAY_MS).slice(0, 11)}0${3 + index}:00`}
          ref={index ? null : focusAtMount}
        />
      ))}
      {asked}
    </ConfirmForm>
  )
}
