import { fieldOf } from '../../../api/result.ts'
import { useState, type ReactNode } from 'react'
import { serverNow } from '../../../api/server-clock.ts'
import type { PlannedWindow } from '../../../contract/calls/operator-announcements.ts'
import {
  LONG_WINDOW_MS,
  windowProblem,
  type MaintainedService,
  type MaintenanceWindow,
} from '../../../domain/maintenance.ts'
import { t } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { ConfirmSubmit } from './ConfirmSubmit.tsx'
import { PressForm } from '../../ui/PressForm.tsx'
import { timeOf } from '../format.ts'
import { refusalText, secondsOf } from './AnnouncementForm.tsx'
import { call } from '../../../stores/call.ts'

/** A window of either service stops the whole site: the desk plans that of one. */
const SERVICE = 'question'

interface Props {
  notice: ReactNode
  list: readonly PlannedWindow[]
  onSet: () => void
  onCleared: () => void
  onChanged: () => void
}

const spanOf = ({ start, end }: MaintenanceWindow) => ({ start: timeOf(start), end: timeOf(end) })

export default function Windows({ notice, list, onSet, onCleared, onChanged }: Props) {
  const [asked, setAsked] = useState('')
  /** Empties the fields of a window that was set. */
  const [planned, setPlanned] = useState(0)
  const set = async (
    service: MaintainedService,
    window: MaintenanceWindow | null,
    onDone: () => void,
  ): Promise<Problems> => {
    const seen = list.find((one) => one.service === service)
    const replaces = seen ? { start: seen.start, end: seen.end } : null
    const result = await call('operator', 'PUT /maintenance', { service, window, replaces })
    if (result.ok) onDone()
    if (fieldOf(result) === 'replaces') onChanged()
    return result.ok ? {} : refusalText(result)
  }
  const form = useForm(async (data): Promise<Problems> => {
    const [start, end] = ['start', 'end'].map((name) => secondsOf(String(data.get(name))))
    if (!start) return { start: t('announce.problem.time') }
    if (!end) return { end: t('announce.problem.time') }
    if (windowProblem({ start, end }, serverNow())) return { end: t('announce.problem.window') }
    const replaced = list.find(({ service }) => service === SERVICE)
    const reasons = [
      start * 1000 <= serverNow() && t('announce.planSure.begins'),
      (end - start) * 1000 > LONG_WINDOW_MS && t('announce.planSure.long'),
      replaced && t('announce.planSure.replaces', spanOf(replaced)),
    ].filter((reason) => typeof reason === 'string')
    const question = [...reasons, t('announce.planSure')].join('\n')
    setAsked(asked === question ? '' : question)
    if (asked !== question) return {}
    return set(SERVICE, { start, end }, () => {
      setPlanned((count) => count + 1)
      onSet()
    })
  })
  const after = (
    <ConfirmSubmit
      question={asked}
      isDanger
      isBusy={form.isBusy}
      submit={t('announce.plan')}
      confirm={t('announce.planConfirm')}
      onCancel={() => setAsked('')}
    />
  )
  return (
    <>
      <Form form={form} after={after} onChange={() => setAsked('')}>
        {(['start', 'end'] as const).map((name) => (
          <Field
            key={`${name} ${planned}`}
            name={name}
            type="datetime-local"
            label={t(`announce.${name}`)}
            hint={t('announce.timeHint')}
          />
        ))}
      </Form>
      {notice}
      {list.length === 0 && <p className="field-hint">{t('announce.noWindows')}</p>}
      <ul className="announcement-list" role="list">
        {list.map(({ service, ...one }) => (
          <li key={service}>
            <p>{t('announce.window', spanOf(one))}</p>
            <PressForm text={t('announce.clear')} run={() => set(service, null, onCleared)} />
          </li>
        ))}
      </ul>
    </>
  )
}
