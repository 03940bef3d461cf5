import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import { type PartProps, useDesk, refusalOf, useReturn } from './desk-context.ts'
import { dayText } from '../format.ts'
import { Disclosure, Pages, PoolFilter, usePool, PoolLine } from './PoolList.tsx'
import { NewQuestion, EditInPlace } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { DayField } from './DayPanel.tsx'

export default function Pool({ isShown }: Pick<PartProps, 'isShown'>) {
  const pool = usePool()
  useReturn(isShown, pool.reload)
  const { announce } = useDesk()
  return (
    <section className="pool" aria-label={t('questions.view.pool')}>
      <NewQuestion onAdded={pool.showAdded} />
      <PoolFilter pool={pool} />
      <Pages pages={pool} empty={t('questions.empty')}>
        {(one) => (
          <li key={one.poolId}>
            <Disclosure line={<PoolLine one={one} />}>
              {(close) => (
                <PoolActions
                  one={one}
                  onChanged={pool.reload}
                  onDone={(text) => {
                    announce(text)
                    close()
                    void pool.reload()
                  }}
                />
              )}
            </Disclosure>
          </li>
        )}
      </Pages>
    </section>
  )
}

interface Props {
  one: PoolQuestion
  onChanged: () => Promise<void>
  onDone: (text: string) => void
}

function PoolActions({ one, onChanged, onDone }: Props) {
  const { poolId, version, isRetired } = one
  const retire = async () => {
    const input = { poolId, version, isRetired: !isRetired }
    const result = await call('operator', 'PUT /question/retirement', input)
    if (!result.ok) {
      await onChanged()
      return refusalOf(result)
    }
    return onDone(t(isRetired ? 'questions.done.restored' : 'questions.done.retired'))
  }
  return (
    <Actions
      actions={[
        !isRetired && {
          text: t('questions.dayOf'),
          isMain: true,
          renderForm: (close) => <ScheduleForm {...{ poolId, onDone }} onCancel={close} />,
        },
        {
          text: t('questions.edit'),
          renderForm: (close) => (
            <EditInPlace
              poolId={poolId}
              onSaved={() => onDone(t('questions.done.saved'))}
              onCancel={() => {
                close()
                // A refused form has shown what a colleague saved.
                void onChanged()
              }}
            />
          ),
        },
        isRetired
          ? { text: t('questions.restore'), run: retire }
          : { text: t('questions.retire'), question: t('questions.retireAsk'), run: retire },
      ]}
    />
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
    if (!day) return { day: t('questions.problem.day') }
    const range = { from: day, until: day }
    const found = await call('operator', 'GET /calendar', range)
    if (!found.ok) return refusalOf(found)
    const { question } = found.results[0] ?? {}
    if (question?.isScheduled) return { form: t('questions.row.takenDate') }
    const seenId = question?.questionId ?? null
    const result = await call('operator', 'PUT /calendar/day', { day, poolId, seenId })
    if (!result.ok) return refusalOf(result)
    return onDone(t('questions.done.scheduled', { day: dayText(day) }))
  }
  return (
    <ConfirmForm submit={t('questions.dayOf')} onSubmit={schedule} onCancel={onCancel}>
      <DayField label={t('questions.day')} value={day} onChange={setDay} />
    </ConfirmForm>
  )
}
