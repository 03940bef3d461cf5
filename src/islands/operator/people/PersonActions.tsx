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
import { keepDraft, readDraft } from '../desk-drafts.ts'
import { decisionNote } from '../Entries.tsx'
import { languageName, oneLine, pauseEnd } from '../format.ts'
import {
  changedDraft,
  draftOf,
  missingIn,
  type StatementDraft,
  statementOf,
} from '../statement-draft.ts'
import { StatementFields } from '../StatementFields.tsx'
import { call } from '../../../stores/call.ts'
import { $user } from '../../../stores/user.ts'

const refusals = {
  appeal: 'people.appealWaits',
  username: 'people.gone',
  [errorCode.dataNotFound]: 'people.gone',
  [errorCode.userPrivilegeNotFound]: 'people.notAllowed',
  [errorCode.tooManyAttempts]: 'people.tooMany',
} as const

interface PersonDraft extends StatementDraft {
  action?: PersonAction
  isTyped?: boolean
}

/** The reason of a deletion is for the audit log, other texts for the person. */
const draftAt = (userId: string, action: PersonAction) =>
  action === 'delete' ? `${userId} delete` : userId

/** Of all cases, the newest first. */
export const decisionsOf = ({ cases }: FoundPerson) =>
  cases
    .flatMap(({ decisions, ...of }) => decisions.map((one) => ({ ...of, ...one })))
    .sort((one, other) => other.decidedAt - one.decidedAt)

export function PersonActions({ person, statements, onChanged }: PersonProps) {
  const { userId, suspension, cases, sessions } = person
  const me = useStore($user, { ssr: 'initial' })
  const appealWaits =
    person.actions.includes('delete') &&
    cases.some((one) => one.state === 'appealed' && one.decisions[0]?.moderator === me?.username)
  const actions = person.actions.filter((action) =>
    action === 'delete' ? !appealWaits : action !== 'endSessions' || sessions.length > 0,
  )
  if (person.actions.length === 0)
    return (
      <p className="field-hint">
        {t(userId === me?.userId ? 'people.notOwn' : 'people.notAllowed')}
      </p>
    )
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
        text: t(`people.action.${action}`),
        isDanger: action === 'ban' || action === 'delete',
        isApart: action === 'delete',
        isOpen: readDraft<PersonDraft>(draftAt(userId, action))?.action === action,
        renderForm: (close) => <ActionForm {...{ person, statements, action, onChanged, close }} />,
      }))}
    />
  )
}

interface FormProps extends PersonProps {
  action: PersonAction
  close: () => void
}

function ActionForm({ person, statements, action, close, onChanged }: FormProps) {
  const { userId, username, language } = person
  const words = statements[language]
  const isSuspension = action === 'pause' || action === 'ban'
  const isDeletion = action === 'delete'
  const hasText = isSuspension || isDeletion || action === 'lift'
  const at = draftAt(userId, action)
  const [draft, setDraft] = useState<PersonDraft>(
    () =>
      (hasText && readDraft<PersonDraft>(at)) || { ...draftOf(words, 'other'), explanation: '' },
  )
  const { explanation, isTyped } = draft
  const isOwn = explanation !== draftOf(words, draft.template).explanation
  const fields = { draft, statements, language, hasDays: action === 'pause' }
  const end = () => {
    if (hasText) keepDraft(at)
    close()
  }

  /** A conflict shows the newest state and keeps what was typed, but a form only while it can be sent. */
  const refusal = async (failure: Failure): Promise<Problems> => {
    if (failure.field !== 'change') return { form: refusalText(failure, refusals, isTyped) }
    const read = await call('operator', 'GET /person', { name: username })
    if (!read.ok) return { form: refusalText(read, refusals, isTyped) }
    const [fresh = person] = read.results
    if (fresh.userId !== userId) return { form: withTyped(t('people.gone'), isTyped) }
    const isPossible = fresh.actions.includes(action)
    const known = decisionsOf(person)
    const made = decisionsOf(fresh).find(
      ({ decisionId: id, endedAt }) =>
        !known.some((one) => one.decisionId === id && one.endedAt === endedAt),
    )
    // Only the audit log records who ended a suspension.
    const note = made && decisionNote(made.endedAt ? { ...made, moderator: '' } : made)
    const decision = note && oneLine(t(`desk.action.${made.action}`), note)
    const changed = t(isPossible ? 'people.changed' : 'people.changedOver')
    const what = decision ? `${changed}\n${t('people.changedTo', { decision })}` : changed
    const said = withTyped(what, isTyped)
    if (!isPossible) close()
    onChanged(fresh, isPossible ? '' : said)
    return isPossible ? { form: said } : {}
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
    if (!response.ok) return refusal(response)
    end()
    const changed = response.results?.[0] as FoundPerson | undefined
    onChanged(changed, t(`people.done.${action}`, { username }))
  }
  return (
    <ConfirmForm
      submit={t('desk.confirm', { action: t(`people.action.${action}`) })}
      tone={action === 'ban' || isDeletion ? 'danger' : undefined}
      {...(!isSuspension && { focus: 'cancel' })}
      isTyped={isTyped}
      onSubmit={send}
      onCancel={end}
      onChange={(part) => {
        const changed = { ...changedDraft(words, draft, part), action, isTyped: true }
        setDraft(changed)
        keepDraft(at, changed)
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
      {hasText && !isSuspension && (
        <LongText
          name="explanation"
          label={t(isDeletion ? 'people.why' : 'people.liftWhy', {
            language: languageName(language),
          })}
          rows={3}
          defaultValue={isOwn ? explanation : ''}
          maxLength={EXPLANATION_LENGTH}
        />
      )}
    </ConfirmForm>
  )
}
