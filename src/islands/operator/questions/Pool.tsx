import { useState } from 'react'
import { useDesk } from './desk-context.ts'
import { PoolEntry } from './PoolEntry.tsx'
import { PoolFilter } from './PoolFilter.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { usePool } from './use-pool.ts'
import { refusalText } from './question-text.ts'
import { call } from '../../../stores/call.ts'

/** The questions that days can be given, and a form for a new one. */
export function Pool() {
  const { t, announce } = useDesk()
  const pool = usePool()
  const [isWriting, setWriting] = useState(false)
  const [open, setOpen] = useState<string>()
  return (
    <section className="pool" aria-label={t('questions.view.pool')}>
      {isWriting ? (
        <QuestionEditor
          submitText={t('questions.add')}
          onSubmit={async (written) => {
            const result = await call('operator', 'POST /question', written)
            if (!result.ok) return refusalText(t, result)
            setWriting(false)
            announce(t('questions.done.added'))
            await pool.load()
            return undefined
          }}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <button type="button" className="button pool-new" onClick={() => setWriting(true)}>
          {t('questions.new')}
        </button>
      )}
      <PoolFilter pool={pool} />
      {pool.failure && <p className="form-error">{refusalText(t, pool.failure)}</p>}
      {pool.list?.length === 0 && <p className="field-hint">{t('questions.empty')}</p>}
      <ul className="pool-list" role="list" aria-busy={!pool.list}>
        {pool.list?.map((one) => (
          <PoolEntry
            key={one.poolId}
            one={one}
            isOpen={open === one.poolId}
            onToggle={() => setOpen(open === one.poolId ? undefined : one.poolId)}
            onChanged={() => {
              setOpen(undefined)
              void pool.load()
            }}
          />
        ))}
      </ul>
      {pool.more && (
        <button type="button" className="button button-quiet" onClick={pool.more}>
          {t('questions.more')}
        </button>
      )}
    </section>
  )
}
