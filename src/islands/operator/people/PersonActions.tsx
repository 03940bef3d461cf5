import { useRef, useState } from 'react'
import { errorCode } from '../../../api/result.ts'
import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import {
  EXPLANATION_LENGTH,
  groundKinds,
  type GroundKind,
  type PersonAction,
} from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { refusalText } from '../refusal-text.ts'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { CancelForm } from '../../ui/CancelForm.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { type Problems, useForm } from '../../ui/Form.tsx'
import type { PersonProps } from './Person.tsx'
import { daysText, DEFAULT_PAUSE_DAYS, pauseDays, pauseEnd } from '../format.ts'
import { call } from '../../../stores/call.ts'

const refusals = {
  change: 'people.changed',
  appeal: 'people.appealWaits',
  [errorCode.userPrivilegeNotFound]: 'people.notAllowed',
  [errorCode.tooManyAttempts]: 'people.tooMany',
} as const

export function PersonActions({ person, onChanged }: PersonProps) {
  const [action, setAction] = useState<PersonAction>()
  const buttons = useRef<HTMLDivElement>(null)
  const close = () => {
    buttons.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    setAction(undefined)
  }
  const { actions, suspension } = person
  if (actions.length === 0)
    return <p className="person-actions field-hint">{t('people.notAllowed')}</p>
  return (
    <div className="person-actions">
      {suspension && !actions.includes('lift') && (
        <p className="field-hint">{t('people.suspensionKept')}</p>
      )}
      <div ref={buttons} className="person-choices" role="group" aria-label={t('people.actions')}>
        {actions.map((name) => (
          <button
            key={name}
            type="button"
            data-choice={name}
            aria-pressed={action === name}
            onClick={() => setAction(name)}
          >
            {t(`people.action.${name}`)}
          </button>
        ))}
      </div>
      {action && (
        <ActionForm
          key={action}
          {...{ person, action }}
          onCancel={close}
          onChanged={(changed) => {
            setAction(undefined)
            onChanged(changed, t(`people.done.${action}`, { username: person.username }))
          }}
        />
      )}
    </div>
  )
}

interface FormProps {
  person: FoundPerson
  action: PersonAction
  onCancel: () => void
  onChanged: (person: FoundPerson | undefined) => void
}

function ActionForm({ person, action, onCancel, onChanged }: FormProps) {
  const { userId, username } = person
  const isSuspension = action === 'pause' || action === 'ban'
  const isDeletion = action === 'delete'

  const form = useForm(async (data): Promise<Problems> => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    if (isSuspension && text('ground') === '') return { ground: t('desk.groundMissing') }
    if (isDeletion && text('username') !== username) return { username: t('people.confirmWrong') }
    if (isDeletion && text('explanation') === '')
      return { explanation: t('desk.explanationMissing') }
    const response = isDeletion
      ? await call('operator', 'DELETE /person', {
          userId,
          username,
          why: text('explanation'),
        })
      : await call('operator', 'POST /person/change', {
          userId,
          change: action,
          explanation: text('explanation') || undefined,
          ground: isSuspension
            ? { kind: text('groundKind') as GroundKind, text: text('ground') }
            : undefined,
          until: action === 'pause' ? pauseEnd(Number(text('days'))) : undefined,
        })
    if (!response.ok) return { form: refusalText(response, refusals) }
    onChanged(response.results?.[0] as FoundPerson | undefined)
    return {}
  })
  return (
    <CancelForm
      form={form}
      className="form person-form"
      submit={t('desk.confirm', { action: t(`people.action.${action}`) })}
      tone={action === 'ban' || isDeletion ? 'danger' : undefined}
      cancel={t('desk.cancel')}
      cancelRef={focusAtMount}
      onCancel={onCancel}
      // Escape cancels from any of its fields.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel()
      }}
    >
      <p>
        <strong>{t(`people.action.${action}`)}</strong>{' '}
        <span className="field-hint">{t(`people.about.${action}`)}</span>
      </p>
      {action === 'pause' && (
        <SelectField
          name="days"
          defaultValue={String(DEFAULT_PAUSE_DAYS)}
          label={t('desk.days')}
          options={pauseDays.map((days) => [String(days), daysText(days)])}
        />
      )}
      {isSuspension && (
        <>
          <SelectField
            name="groundKind"
            defaultValue="terms"
            label={t('desk.groundKind')}
            options={groundKinds.map((kind) => [kind, t(`desk.ground.${kind}`)])}
          />
          <Field name="ground" label={t('desk.ground')} maxLength={200} />
        </>
      )}
      {isDeletion && (
        <Field
          name="username"
          label={t('people.confirmName', { username })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      {(isSuspension || isDeletion || action === 'lift') && (
        <LongText
          name="explanation"
          label={t(isDeletion ? 'people.why' : 'people.explanation')}
          rows={3}
          maxLength={EXPLANATION_LENGTH}
        />
      )}
    </CancelForm>
  )
}
