import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { useDesk } from './desk-context.ts'
import { QuestionEditor } from './QuestionEditor.tsx'
import { refusalText } from './question-text.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  poolId: string
  /** People who have answered, where it is today's question. */
  answered: number | undefined
  onSaved: () => void
  onCancel: () => void
}

/** Reads a question of the pool and edits it. */
export function EditInPlace({ poolId, answered, onSaved, onCancel }: Props) {
  const { t } = useDesk()
  const [one, setOne] = useState<PoolQuestion>()
  const [failure, setFailure] = useState<Failure>()
  const load = useCallback(async () => {
    const result = await call('operator', 'GET /question/detail', { poolId })
    if (result.ok) setOne(result.results[0])
    else setFailure(result)
  }, [poolId])
  useEffect(() => void load(), [load])
  if (failure) return <p className="form-error">{refusalText(t, failure)}</p>
  if (!one) return <p className="field-hint">{t('desk.loading')}</p>
  return (
    <>
      {answered !== undefined && (
        <p className="questions-warning">{t('questions.todayWarning', { count: answered })}</p>
      )}
      <QuestionEditor
        one={one}
        submitText={t('questions.save')}
        onSubmit={async (written) => {
          const { version } = one
          const input = { poolId, version, ...written, ...(answered !== undefined && { answered }) }
          const result = await call('operator', 'PUT /question', input)
          if (result.ok) onSaved()
          else void load()
          return result.ok ? undefined : refusalText(t, result, answered)
        }}
        onCancel={onCancel}
      />
    </>
  )
}
