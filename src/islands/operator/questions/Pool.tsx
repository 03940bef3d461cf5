import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import { useDesk, refusalText, dayText } from './desk-context.ts'
import { Pages, PoolFilter, usePool, PoolDisclosure, PoolLine } from './PoolList.tsx'
import { NewQuestion, EditInPlace } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'
import { serverNow } from '../../../api/server-clock.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { Actions, ConfirmForm, DayField } from './ConfirmForm.tsx'

export function Pool() {
  const pool = usePool()
  const [open, setOpen] = useState<string>()
  return (
    <section className="pool" aria-label={t('questions.view.pool')}>
      <NewQuestion onAdded={pool.reload} />
      <PoolFilter pool={pool} />
      <Pages pages={pool} empty={t('questions.empty')}>
        {(one) => (
          <PoolEntry
            key={one.poolId}
            one={one}
            isOpen={open === one.poolId}
            onToggle={() => setOpen(open === one.poolId ? undefined : one.poolId)}
            onChanged={() => {
              setOpen(undefined)
              void pool.reload()
            }}
          />
        )}
      </Pages>
    </section>
  )
}

interface Props {
  one: PoolQuestion
  isOpen: boolean
  onToggle: () => void
  onChanged: () => void
}

function PoolEntry({ one, isOpen, onToggle, onChanged }: Props) {
  const { announce } = useDesk()
  const { poolId, version, isRetired } = one
  const done = (text: string) => {
    announce(text)
    onChanged()
  }
  const retire = async () => {
    const input = { poolId, version, isRetired: !isRetired }
    const result = await call('operator', 'PUT /question/retirement', input)
    if (!result.ok) return { form: refusalText(result) }
    return done(t(isRetired ? 'questions.done.restored' : 'questions.done.retired'))
  }
  return (
    <PoolDisclosure line={<PoolLine one={one} />} {...{ isOpen, onToggle }}>
      <Actions
        actions={[
          !isRetired && {
            text: t('questions.dayOf'),
            isMain: true,
            renderForm: (close) => <ScheduleForm poolId={poolId} onDone={done} onCancel={close} />,
          },
          {
            text: t('questions.edit'),
            renderForm: (close) => (
              <EditInPlace
                poolId={poolId}
                onSaved={() => done(t('questions.done.saved'))}
                onCancel={close}
              />
            ),
          },
          isRetired
            ? { text: t('questions.restore'), run: retire }
            : { text: t('questions.retire'), question: t('questions.retireAsk'), run: retire },
        ]}
      />
    </PoolDisclosure>
  )
}

interface ScheduleProps {
  poolId: string
  onDone: (text: string) => void
  onCancel: () => void
}

function ScheduleForm({ poolId, onDone, onCancel }: ScheduleProps) {
  const [day, setDay] = useState('')
  const schedule = async () => {
    const range = { from: day, until: day }
    const found = await call('operator', 'GET /calendar', range)
    if (!found.ok) return { form: refusalText(found) }
    const { question } = found.results[0] ?? {}
    if (question?.isScheduled) return { form: t('questions.row.takenDate') }
    const seenId = question?.questionId ?? null
    const result = await call('operator', 'PUT /calendar/day', { day, poolId, seenId })
    if (!result.ok) return { form: refusalText(result) }
    return onDone(t('questions.done.scheduled', { day: dayText(day) }))
  }
  return (
    <ConfirmForm submit={t('questions.dayOf')} onSubmit={schedule} onCancel={onCancel}>
      <DayField
        label={t('questions.day')}
        today={tokyoDay(serverNow())}
        value={day}
        onChange={setDay}
      />
    </ConfirmForm>
  )
}
