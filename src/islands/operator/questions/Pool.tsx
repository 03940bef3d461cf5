import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import { draftAt, type PartProps, refusalOf, useReturn } from './desk-context.ts'
import { hasDraft } from '../desk-drafts.ts'
import { dayText } from '../format.ts'
import { Disclosure, Pages, PoolFilter, usePool, PoolLine } from './PoolList.tsx'
import { EditInPlace } from './EditInPlace.tsx'
import { NewQuestion } from './NewQuestion.tsx'
import { useDaysToCome } from './use-days-to-come.ts'
import { call } from '../../../stores/call.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { textIn } from '../../../stores/language.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { DayField } from './DayPanel.tsx'

export default function Pool({ isShown }: Pick<PartProps, 'isShown'>) {
  const pool = usePool()
  useReturn(isShown, pool.reload)
  const actionsOn = (
    { poolId, version, isRetired }: PoolQuestion,
    closeLine: (done: string) => void,
  ) => {
    const onDone = async (text: string) => {
      await pool.reload()
      closeLine(text)
    }
    const retire = async () => {
      const input = { poolId, version, isRetired: !isRetired }
      const result = await call('operator', 'PUT /question/retirement', input)
      if (result.ok) return onDone(t(`questions.done.${isRetired ? 'restored' : 'retired'}`))
      await pool.reload()
      return refusalOf(result)
    }
    return [
      !isRetired && {
        text: t('questions.dayOf'),
        isMain: true,
        renderForm: (close: () => void) => (
          <ScheduleForm {...{ poolId, onDone }} onCancel={close} />
        ),
      },
      {
        text: t('questions.edit'),
        isOpen: hasDraft(draftAt('edit', poolId)),
        renderForm: (close: () => void) => (
          <EditInPlace
            poolId={poolId}
            onSaved={() => onDone(t('questions.done.saved'))}
            onCancel={() => {
              close()
              // A refused form has shown what a colleague saved.
              void pool.reload()
            }}
          />
        ),
      },
      isRetired
        ? { text: t('questions.restore'), run: retire }
        : { text: t('questions.retire'), question: t('questions.retireAsk'), run: retire },
    ]
  }
  return (
    <section className="pool" aria-label={t('questions.view.pool')}>
      <NewQuestion place="pool" onAdded={pool.showAdded} />
      <PoolFilter pool={pool} />
      <Pages pages={pool} empty={t('questions.empty')}>
        {(one) => (
          <li key={one.poolId}>
            <Disclosure line={<PoolLine one={one} />} drafts={[draftAt('edit', one.poolId)]}>
              {(close) => <Actions actions={actionsOn(one, close)} />}
            </Disclosure>
          </li>
        )}
      </Pages>
    </section>
  )
}

interface ScheduleProps {
  poolId: string
  onDone: (text: string) => Promise<void>
  onCancel: () => void
}

function ScheduleForm({ poolId, onDone, onCancel }: ScheduleProps) {
  const [typed, setDay] = useState<string>()
  const free = useDaysToCome()?.find(({ question }) => !question?.isScheduled)
  const day = typed ?? free?.day ?? ''
  const schedule = async () => {
    if (!day) return { day: t('questions.problem.day') }
    const range = { from: day, until: day }
    const found = await call('operator', 'GET /calendar', range)
    if (!found.ok) return refusalOf(found)
    const { question } = found.results[0] ?? {}
    if (question?.isScheduled)
      return { day: t('questions.taken', { text: textIn(question.texts) }) }
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
