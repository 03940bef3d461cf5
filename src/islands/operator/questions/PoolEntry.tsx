import { useState } from 'react'
import { serverNow } from '../../../api/server-clock.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { DayField } from './DayField.tsx'
import { useDesk } from './desk-context.ts'
import { EditInPlace } from './EditInPlace.tsx'
import { PoolDisclosure } from './PoolDisclosure.tsx'
import { PoolLine } from './PoolLine.tsx'
import { dayText, refusalText } from './question-text.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  one: PoolQuestion
  isOpen: boolean
  onToggle: () => void
  onChanged: () => void
}

type Mode = 'view' | 'edit' | 'schedule' | 'retire'

/** A question of the pool and what can be done with it. */
export function PoolEntry({ one, isOpen, onToggle, onChanged }: Props) {
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
