import { useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { ConfirmForm, DayField } from './ConfirmForm.tsx'
import { useDesk, shownTexts } from './desk-context.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  one: CalendarDay
  today: string
  days: readonly CalendarDay[]
  onMoved: (to: string) => void
  onRefused: (failure: Failure) => void
  onCancel: () => void
}

/** The day to which a question moves; the question that is scheduled there takes its day. */
export function MoveDay({ one, today, days, onMoved, onRefused, onCancel }: Props) {
  const { t } = useDesk()
  const [to, setTo] = useState('')
  const [other, setOther] = useState<CalendarDay>()

  const choose = async (day: string) => {
    setTo(day)
    setOther(days.find((known) => known.day === day))
    if (!day || days.some((known) => known.day === day)) return
    const result = await call('operator', 'GET /calendar', { from: day, until: day })
    if (result.ok) setOther(result.results[0])
  }
  const move = async () => {
    if (!other || other.day !== to) return
    const result = await call('operator', 'POST /calendar/move', {
      from: one.day,
      to,
      seenFrom: one.question!.questionId,
      seenTo: other.question?.questionId ?? null,
    })
    if (result.ok) onMoved(to)
    else onRefused(result)
  }
  return (
    <ConfirmForm
      submitText={t('questions.moveSubmit')}
      isIncomplete={other?.day !== to || to === one.day}
      onSubmit={move}
      onCancel={onCancel}
    >
      <DayField
        label={t('questions.moveTo')}
        today={today}
        value={to}
        onChange={(day) => void choose(day)}
      />
      {other?.question?.isScheduled && (
        <p className="questions-warning">
          {t('questions.moveSwaps', { text: shownTexts(other.question.texts).own[1] })}
        </p>
      )}
    </ConfirmForm>
  )
}
