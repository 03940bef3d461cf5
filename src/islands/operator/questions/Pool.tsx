import { t } from '../../../i18n/translate.ts'
import { draftAt, refusalOf, useReturn } from './desk-context.ts'
import { dayText } from '../format.ts'
import { Disclosure, Pages, PoolFilter, usePool, PoolLine } from './PoolList.tsx'
import { editing, NewQuestion } from './question-forms.tsx'
import { insteadOf, useDaysToCome } from './use-days-to-come.ts'
import { call } from '../../../stores/call.ts'
import type { CalendarDay, PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { textIn } from '../../../stores/language.ts'
import { Actions } from '../../ui/Actions.tsx'
import { DayForm } from './DayPanel.tsx'

export default function Pool() {
  const pool = usePool()
  useReturn('pool', pool.reload)
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
      editing({
        poolId,
        onSaved: () => onDone(t('questions.done.saved')),
        onCancelled: pool.reload,
      }),
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

interface ScheduleProps extends Pick<PoolQuestion, 'poolId' | 'texts'> {
  onDone: (text: string) => Promise<void>
  onCancel: () => void
}

function ScheduleForm({ poolId, texts, onDone, onCancel }: ScheduleProps) {
  const free = useDaysToCome()?.find(({ question }) => !question?.isScheduled)
  const schedule = async (day: string, one?: CalendarDay) => {
    const seenId = one?.question?.questionId ?? null
    const result = await call('operator', 'PUT /calendar/day', { day, poolId, seenId })
    if (!result.ok) return refusalOf(result)
    return onDone(t('questions.done.scheduled', { day: dayText(day) }))
  }
  return (
    <DayForm
      label={t('questions.day')}
      first={free?.day}
      about={(one) => ({
        submit: t('questions.dayOf'),
        hint: insteadOf(one, texts.ja),
        problem: one?.question?.isScheduled
          ? t('questions.taken', { text: textIn(one.question.texts) })
          : undefined,
      })}
      onSubmit={schedule}
      onCancel={onCancel}
    />
  )
}
