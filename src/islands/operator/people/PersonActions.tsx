import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { errorCode, type Failure } from '../../../api/result.ts'
import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import { EXPLANATION_LENGTH, type PersonAction } from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { refusalText, withTyped } from '../DeskFailure.tsx'
import { Field } from '../../ui/Field.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { hasSome, type Problems } from '../../ui/Form.tsx'
import type { PersonProps } from './Person.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { languageName, pauseEnd } from '../format.ts'
import { changedDraft, draftOf, missingIn, statementOf } from '../statement-draft.ts'
import { StatementFields } from '../StatementFields.tsx'
import { call } from '../../../stores/call.ts'
import { $user } from '../../../stores/user.ts'

const refusals = {
  appeal: 'people.appealWaits',
  [errorCode.userPrivilegeNotFound]: 'people.notAllowed',
  [errorCode.tooManyAttempts]: 'people.tooMany',
} as const

/** The name of an action; that of a lift says what it ends. */
function nameOf(action: PersonAction, { suspension }: FoundPerson): string {
  if (action !== 'lift') return t(`people.action.${action}`)
  return t(suspension?.until === null ? 'people.action.liftBan' : 'people.action.liftPause')
}

export function PersonActions({ person, statements, onChanged }: PersonProps) {
  const [before, setBefore] = useState<FoundPerson>()
  /** After a refusal as it was, so that the open form stays. */
  const shown = before ?? person
  const { suspension, cases } = shown
  const me = useStore($user, { ssr: 'initial' })?.username
  const appealWaits =
    shown.actions.includes('delete') &&
    cases.some((one) => one.state === 'appealed' && one.decisions[0]?.moderator === me)
  const actions = shown.actions.filter((action) => action !== 'delete' || !appealWaits)
  if (actions.length === 0) return <p className="field-hint">{t('people.notAllowed')}</p>
  return (
    <Actions
      hint={
        <>
          {suspension && !actions.includes('lift') && (
            <p className="field-hint">{t('people.suspensionKept')}</p>
          )}
          {appealWaits && <p className="field-hint">{t('people.appealWaits')}</p>}
        </>
      }
      actions={actions.map((action) => ({
        text: nameOf(action, shown),
        isDanger: action === 'ban' || action === 'delete',
        isApart: action === 'delete',
        renderForm: (close) => (
          <ActionForm
            {...{ person, statements, action, onChanged }}
            keep={() => setBefore(shown)}
            close={() => {
              setBefore(undefined)
              close()
            }}
          />
        ),
      }))}
    />
  )
}

interface FormProps extends PersonProps {
  action: PersonAction
  keep: () => void
  close: () => void
}

function ActionForm({ person, statements, action, keep, close, onChanged }: FormProps) {
  const { userId, username, language } = person
  const words = statements[language]
  const [draft, setDraft] = useState(() => ({ ...draftOf(words, 'other'), explanation: '' }))
  const [isTyped, setTyped] = useState(false)
  const isSuspension = action === 'pause' || action === 'ban'
  const isDeletion = action === 'delete'
  const fields = { draft, statements, language, hasDays: action === 'pause' }

  /** The sentence of a refusal; a conflict shows the newest state and keeps what was typed. */
  const refusal = async (failure: Failure): Promise<string> => {
    if (failure.field !== 'change') return refusalText(failure, refusals, isTyped)
    const read = await call('operator', 'GET /person', { name: username })
    if (!read.ok) return refusalText(read, refusals, isTyped)
    const [fresh = person] = read.results
    keep()
    onChanged(fresh, '')
    const said = fresh.actions.includes(action) ? 'people.changed' : 'people.changedOver'
    return withTyped(t(said), isTyped)
  }

  const send = async (data: FormData): Promise<Problems | void> => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const missing = isSuspension ? missingIn(draft) : {}
    if (hasSome(missing)) return missing
    if (isDeletion && text('username') !== username) return { username: t('people.confirmWrong') }
    if (isDeletion && text('explanation') === '') return { explanation: t('people.whyMissing') }
    const response = isDeletion
      ? await call('operator', 'DELETE /person', { userId, username, why: text('explanation') })
      : await call('operator', 'POST /person/change', {
          userId,
          change: action,
          seenId: person.suspension?.suspensionId,
          ...(isSuspension
            ? statementOf(draft)
            : { explanation: text('explanation') || undefined }),
          until: action === 'pause' ? pauseEnd(Number(draft.days)) : undefined,
        })
    if (!response.ok) return { form: await refusal(response) }
    close()
    const changed = response.results?.[0] as FoundPerson | undefined
    onChanged(changed, t(`people.done.${action}`, { username }))
  }
  return (
    <ConfirmForm
      submit={t('desk.confirm', { action: nameOf(action, person) })}
      tone={action === 'ban' || isDeletion ? 'danger' : undefined}
      {...(!isSuspension && { focus: 'cancel' })}
      onSubmit={send}
      onCancel={close}
      onChange={(part) => {
        setTyped(true)
        setDraft(changedDraft(words, draft, part))
      }}
    >
      <p className="field-hint">{t(`people.about.${action}`)}</p>
      {isSuspension && <StatementFields {...fields} isFocused />}
      {isDeletion && (
        <Field
          name="username"
          label={t('people.confirmName', { username })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      {(isDeletion || action === 'lift') && (
        <LongText
          name="explanation"
          label={t(isDeletion ? 'people.why' : 'people.liftWhy', {
            language: languageName(language),
          })}
          rows={3}
          maxLength={EXPLANATION_LENGTH}
        />
      )}
    </ConfirmForm>
  )
}
