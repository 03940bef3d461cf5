import { useState } from 'react'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { useLoad } from '../../ui/use-load.ts'
import { DeskFailure, withTyped } from '../DeskFailure.tsx'
import { hasDraft, keepDraft } from '../desk-drafts.ts'
import { draftAt, refusalOf, useDesk } from './desk-context.ts'
import { QuestionEditor, valuesOf } from './QuestionEditor.tsx'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { Actions } from '../../ui/Actions.tsx'

interface Editing {
  poolId: string
  /** Number of answers, for today's question. */
  answered?: number | undefined
  onSaved: () => Promise<void>
  /** Resolves to the number of answers of today's question. */
  onRefused?: () => Promise<number | void>
  onCancelled?: () => unknown
}

/** The action that opens the form of a question. */
export const editing = ({ onSaved, onCancelled, ...props }: Editing) => ({
  text: t('questions.edit'),
  isOpen: hasDraft(draftAt('edit', props.poolId)),
  renderForm: (close: () => void) => (
    <EditInPlace
      {...props}
      onSaved={async () => {
        await onSaved()
        close()
      }}
      onCancel={() => {
        close()
        // A refused form has shown what a colleague saved.
        onCancelled?.()
      }}
    />
  ),
})

function EditInPlace({ answered, onSaved, ...props }: Editing & { onCancel: () => void }) {
  // The day may get another question while the form is open.
  const [poolId] = useState(props.poolId)
  const { value, failure, load, retry } = useLoad(
    () => call('operator', 'GET /question/detail', { poolId }),
    poolId,
  )
  const one = value?.[0]
  if (failure && !one) return <DeskFailure failure={failure} onRetry={retry} />
  if (!one) return <p className="field-hint">{t('desk.loading')}</p>
  return (
    <>
      {answered !== undefined && (
        <p className="desk-warning">{t('questions.todayWarning', { count: answered })}</p>
      )}
      <QuestionEditor
        name={draftAt('edit', poolId)}
        one={one}
        submit={t('settings.save')}
        onSubmit={async (written, isTyped, version = one.version) => {
          const input = { poolId, version, ...written, ...(answered !== undefined && { answered }) }
          const result = await call('operator', 'PUT /question', input)
          if (result.ok) {
            keepDraft(draftAt('edit', poolId))
            return onSaved()
          }
          const [count, fresh] = await Promise.all([props.onRefused?.(), load()])
          const { form = '' } = refusalOf(result, isTyped, count ?? undefined)
          const isChanged = result.field === 'version'
          const [before, now] = [valuesOf(one), valuesOf(fresh?.[0] ?? one)]
          // Its sentence is where the form is looked at: at what has changed.
          const changed = isChanged && Object.keys(now).find((name) => now[name] !== before[name])
          return { [changed || 'form']: withTyped(form, isChanged && isTyped) }
        }}
        onCancel={props.onCancel}
      />
    </>
  )
}

interface NewQuestionProps {
  /** Of its draft. */
  place: string
  seenId?: string | null | undefined
  submit?: string | undefined
  onAdded: (one: PoolQuestion) => unknown
  onCancel?: () => void
}

/** Opens the form for a new question of the pool. */
export function NewQuestion(props: NewQuestionProps) {
  const { place, seenId, submit = t('questions.add'), onAdded, onCancel } = props
  const { announce } = useDesk()
  const renderForm = (close: () => void) => (
    <QuestionEditor
      name={draftAt(place)}
      seenId={seenId}
      submit={submit}
      onSubmit={async (written, isTyped) => {
        const result = await call('operator', 'POST /question', written)
        if (!result.ok) return refusalOf(result, isTyped)
        keepDraft(draftAt(place))
        announce(t('questions.done.added'))
        await onAdded(result.results[0]!)
        return close()
      }}
      onCancel={close}
    />
  )
  return (
    <Actions
      actions={[
        { text: t('questions.new'), isMain: true, isOpen: hasDraft(draftAt(place)), renderForm },
        onCancel && { text: t('dialog.cancel'), run: onCancel },
      ]}
    />
  )
}
