import { useState } from 'react'
import { useDesk, refusalText, dayText } from './desk-context.ts'
import { PoolFilter, usePool, PoolDisclosure, PoolLine } from './PoolList.tsx'
import { QuestionEditor, EditInPlace } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'
import { serverNow } from '../../../api/server-clock.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { ConfirmForm, DayField } from './ConfirmForm.tsx'

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

interface Props {
  one: PoolQuestion
  isOpen: boolean
  onToggle: () => void
  onChanged: () => void
}

type Mode = 'view' | 'edit' | 'schedule' | 'retire'

function PoolEntry({ one, isOpen, onToggle, onChanged }: Props) {
  const { t, announce } = useDesk()
  const [mode, setMode] = useState<Mode>('view')
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState('')
  const today = tokyoDay(serverNow())
  const { poolId, version, isRetired } = one

  const done = (text: string) => {
    announce(text)
    setMode('view')
    onChanged()
  }
  const open = (next: Mode) => {
    setProblem('')
    setMode(next)
  }
  const schedule = async () => {
    const range = { from: day, until: day }
    const found = await call('operator', 'GET /calendar', range)
    if (!found.ok) return setProblem(refusalText(t, found))
    const { question } = found.results[0] ?? {}
    if (question?.isScheduled) return setProblem(t('questions.row.takenDate'))
    const seenId = question?.questionId ?? null
    const result = await call('operator', 'PUT /calendar/day', { day, poolId, seenId })
    if (!result.ok) return setProblem(refusalText(t, result))
    done(t('questions.done.scheduled', { day: dayText(t, day) }))
  }
  const retire = async () => {
    const input = { poolId, version, isRetired: !isRetired }
    const result = await call('operator', 'PUT /question/retirement', input)
    if (!result.ok) return setProblem(refusalText(t, result))
    done(t(isRetired ? 'questions.done.restored' : 'questions.done.retired'))
  }

  return (
    <PoolDisclosure line={<PoolLine one={one} />} {...{ isOpen, problem, onToggle }}>
      {mode === 'view' && (
        <div className="questions-actions">
          {!isRetired && (
            <button type="button" className="button" onClick={() => open('schedule')}>
              {t('questions.dayOf')}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={() => open('edit')}>
            {t('questions.edit')}
          </button>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => (isRetired ? void retire() : open('retire'))}
          >
            {t(isRetired ? 'questions.restore' : 'questions.retire')}
          </button>
        </div>
      )}
      {mode === 'schedule' && (
        <ConfirmForm
          submitText={t('questions.dayOf')}
          onSubmit={schedule}
          onCancel={() => open('view')}
        >
          <DayField label={t('questions.day')} today={today} value={day} onChange={setDay} />
        </ConfirmForm>
      )}
      {mode === 'retire' && (
        <ConfirmForm
          submitText={t('questions.retire')}
          focus="cancel"
          onSubmit={retire}
          onCancel={() => open('view')}
        >
          <p>{t('questions.retireAsk')}</p>
        </ConfirmForm>
      )}
      {mode === 'edit' && (
        <EditInPlace
          poolId={poolId}
          answered={undefined}
          onSaved={() => done(t('questions.done.saved'))}
          onCancel={() => open('view')}
        />
      )}
    </PoolDisclosure>
  )
}
