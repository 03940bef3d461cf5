import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import { draftAt, type PartProps, refusalOf, useReturn } from './desk-context.ts'
import { hasDraft } from '../desk-drafts.ts'
import { dayText } from '../format.ts'
import { Disclosure, Pages, PoolFilter, usePool, PoolLine } from './PoolList.tsx'
import { EditInPlace } from './EditInPlace.tsx'
import { NewQuestion } from './NewQuestion.tsx'
import { insteadOf, useDay, useDaysToCome } from './use-days-to-come.ts'
import { call } from '../../../stores/call.ts'
import type { CalendarDay, PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { textIn } from '../../../stores/language.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { DayField } from './DayPanel.tsx'

export default function Pool({ isShown }: Pick<PartProps, 'isShown'>) {
  const pool = usePool()
  useReturn(isShown, pool.reload)
  const actionsOn = (
    { poolId, version, texts, isRetired }: PoolQuestion,
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
          <ScheduleForm {...{ poolId, texts, onDone }} onCancel={close} />
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

/** What keeps a day from being given a question. */
const takenBy = ({ question }: Partial<CalendarDay> = {}) =>
  question?.isScheduled ? t('questions.taken', { text: textIn(question.texts) }) : undefined

interface ScheduleProps extends Pick<PoolQuestion, 'poolId' | 'texts'> {
  onDone: (text: string) => Promise<void>
  onCancel: () => void
}

function ScheduleForm({ poolId, texts, onDone, onCancel }: ScheduleProps) {
  const [typed, setDay] = useState<string>()
  const free = useDaysToCome()?.find(({ question }) => !question?.isScheduled)
  const day = typed ?? free?.day ?? ''
  const { one, read } = useDay(day)
  const [problem, hint] = [takenBy(one), insteadOf(one, texts.ja)]
  const send = async () => {
    if (!day) return { day: t('questions.problem.day') }
    const now = await read()
    const taken = takenBy(now)
    if (taken) return { day: taken }
    const seenId = now?.question?.questionId ?? null
    const result = await call('operator', 'PUT /calendar/day', { day, poolId, seenId })
    if (!result.ok) return refusalOf(result)
    return onDone(t('questions.done.scheduled', { day: dayText(day) }))
  }
  return (
    <ConfirmForm
      submit={t('questions.dayOf')}
      isEnabled={!problem}
      onSubmit={send}
      {...{ onCancel }}
    >
      <DayField {...{ problem, hint }} label={t('questions.day')} value={day} onChange={setDay} />
    </ConfirmForm>
  )
}
