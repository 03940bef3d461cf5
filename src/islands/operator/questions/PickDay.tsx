import { useState } from 'react'
import type { CalendarDay, PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { isRepeat } from '../../../domain/question-pool.ts'
import { t } from '../../../i18n/translate.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import type { Problems } from '../../ui/Form.tsx'
import { dayText } from '../format.ts'
import { useReturn } from './desk-context.ts'
import { Pages, PoolFilter, PoolLine, usePool } from './PoolList.tsx'
import { NewQuestion } from './question-forms.tsx'
import { insteadOf } from './use-days-to-come.ts'

const scrollIntoView = (part: HTMLElement | null) => part?.scrollIntoView?.()

interface Props {
  one: CalendarDay
  today: string
  /** Of the question that is replaced. */
  seenId: string | null
  onPick: (poolId: string) => Promise<Problems | void>
  onCancel: () => void
}

/** Finds or writes a day's question, and confirms it. */
export function PickDay({ one, today, seenId, onPick, onCancel }: Props) {
  const { day, question, forecast } = one
  const isToday = day === today
  // Of an automatic day it can be kept.
  const own = question && (isToday || question.isScheduled) ? question.poolId : undefined
  const pool = usePool(own)
  useReturn('calendar', pool.reload)
  const [picked, setChosen] = useState<PoolQuestion>()
  const chosen = pool.list?.find(({ poolId }) => poolId === picked?.poolId) ?? picked
  const [refusal, setRefusal] = useState<Problems>()
  const schedule = isToday ? undefined : t('questions.scheduleSubmit', { day: dayText(day) })
  const choose = (one?: PoolQuestion, why?: Problems | void) => {
    setChosen(one)
    setRefusal(why || undefined)
  }
  // Who writes a question for a day to come is not asked again, unless it is refused.
  const onAdded = async (one: PoolQuestion) =>
    choose(one, schedule ? await onPick(one.poolId) : undefined)
  if (!chosen)
    return (
      <div className="pool-picker" ref={scrollIntoView}>
        <NewQuestion submit={schedule} {...{ onAdded, onCancel, seenId }} place={day} />
        <PoolFilter pool={pool} isPicker />
        <Pages pages={pool} empty={t('questions.empty')}>
          {(one) => (
            <li key={one.poolId}>
              <button type="button" className="pool-line" onClick={() => choose(one)}>
                <PoolLine one={one} />
              </button>
            </li>
          )}
        </Pages>
      </div>
    )
  return (
    <ConfirmForm
      submit={schedule ?? t('questions.swapSubmit')}
      focus={isToday ? 'cancel' : 'submit'}
      tone={isToday ? 'danger' : undefined}
      onSubmit={() => {
        choose(chosen)
        return onPick(chosen.poolId)
      }}
      onCancel={() => choose()}
    >
      <div className="picked" ref={scrollIntoView}>
        <PoolLine one={chosen} />
        <p className="field-hint">
          {insteadOf({ forecast: question ?? forecast }, chosen.texts.ja)}
        </p>
      </div>
      {refusal && (
        <p className="desk-warning" role="alert">
          {refusal['form']} {t('questions.inPool')}
        </p>
      )}
      {[...chosen.scheduled, chosen.lastAsked ?? ''].some((other) => isRepeat(day, other)) && (
        <p className="desk-warning">{t('questions.repeat')}</p>
      )}
      {isToday && (
        <p className="desk-warning">
          {question?.usersCount
            ? t('questions.swapAsk', { count: question.usersCount })
            : t('questions.swapAskNone')}
        </p>
      )}
    </ConfirmForm>
  )
}
