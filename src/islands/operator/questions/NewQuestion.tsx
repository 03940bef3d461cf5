import { t } from '../../../i18n/translate.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { call } from '../../../stores/call.ts'
import { Actions } from '../../ui/Actions.tsx'
import { hasDraft, keepDraft } from '../desk-drafts.ts'
import { draftAt, useDesk, refusalOf } from './desk-context.ts'
import { QuestionEditor } from './QuestionEditor.tsx'

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
