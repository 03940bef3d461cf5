import { useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { CalendarDay, PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { questionPath } from '../../../domain/question.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { ConfirmForm, DayField } from './ConfirmForm.tsx'
import { useDesk, dayText, refusalText, shownTexts } from './desk-context.ts'
import { EditInPlace } from './QuestionEditor.tsx'
import { PoolPicker } from './PoolList.tsx'
import { call } from '../../../stores/call.ts'

interface Props {
  one: CalendarDay
  today: string
  days: readonly CalendarDay[]
  onChanged: () => Promise<readonly CalendarDay[] | undefined>
  onClose: () => void
}

type Mode = 'view' | DayAction

export function DayPanel({ one, today, days, onChanged, onClose }: Props) {
  const { t, announce } = useDesk()
  const [mode, setMode] = useState<Mode>('view')
  const [chosen, setChosen] = useState<PoolQuestion>()
  const [problem, setProblem] = useState('')
  const { day, question, forecast, replaced } = one
  const [isPast, isToday] = [day < today, day === today]
  const shownDay = dayText(t, day)
  const poolId = (question ?? forecast)?.poolId

  const done = async (text: string) => {
    announce(text)
    await onChanged()
    onClose()
  }
  /** Reloads the day; keeps text and choice. */
  const refuse = async (failure: Failure) => {
    const fresh = (await onChanged())?.find((other) => other.day === day)
    setProblem(refusalText(t, failure, fresh?.question?.usersCount))
  }
  const give = async (to: string | null) => {
    const result = await call('operator', 'PUT /calendar/day', {
      day,
      poolId: to,
      seenId: question?.questionId ?? null,
      ...(isToday && { answered: question?.usersCount ?? 0 }),
    })
    if (!result.ok) return refuse(result)
    return done(
      t(to === null ? 'questions.done.cleared' : 'questions.done.scheduled', { day: shownDay }),
    )
  }
  const open = (next: Mode) => {
    setProblem('')
    setChosen(undefined)
    setMode(next)
  }

  return (
    <>
      {question && isPast && (
        <p>
          <a href={questionPath(question.questionId)}>{t('questions.previewPage')}</a>
        </p>
      )}
      {isToday && question && mode === 'view' && (
        <p className="field-hint">{t('questions.answered', { count: question.usersCount })}</p>
      )}
      {replaced.map(({ questionId, texts, usersCount }) => (
        <p key={questionId} className="field-hint">
          {t('questions.replaced')}{' '}
          <a href={questionPath(questionId)}>{shownTexts(texts).own[1]}</a>{' '}
          {t('questions.answered', { count: usersCount })}
        </p>
      ))}
      <FormProblem text={problem} />
      {mode === 'view' && <DayActions one={one} today={today} onChosen={open} onClose={onClose} />}
      {mode === 'pick' && !chosen && (
        <PoolPicker onPick={setChosen} onCancel={() => open('view')} />
      )}
      {mode === 'pick' && chosen && (
        <ConfirmForm
          submitText={
            isToday ? t('questions.swapSubmit') : t('questions.scheduleSubmit', { day: shownDay })
          }
          focus={isToday ? 'cancel' : 'submit'}
          onSubmit={() => give(chosen.poolId)}
          onCancel={() => setChosen(undefined)}
        >
          <p className="field-hint">{t('questions.chosen')}</p>
          <p className="questions-chosen">{shownTexts(chosen.texts).own[1]}</p>
          {isToday && (
            <p className="questions-warning">
              {question?.usersCount
                ? t('questions.swapAsk', { count: question.usersCount })
                : t('questions.swapAskNone')}
            </p>
          )}
        </ConfirmForm>
      )}
      {mode === 'clear' && (
        <ConfirmForm
          submitText={t('questions.clear')}
          focus="cancel"
          onSubmit={() => give(null)}
          onCancel={() => open('view')}
        >
          <p>{t('questions.clearAsk')}</p>
        </ConfirmForm>
      )}
      {mode === 'move' && question && (
        <MoveDay
          one={one}
          today={today}
          days={days}
          onMoved={(to) => done(t('questions.done.moved', { day: dayText(t, to) }))}
          onRefused={refuse}
          onCancel={() => open('view')}
        />
      )}
      {mode === 'edit' && poolId && (
        <EditInPlace
          poolId={poolId}
          answered={isToday ? question?.usersCount : undefined}
          onSaved={() => done(t('questions.done.saved'))}
          onCancel={() => open('view')}
        />
      )}
    </>
  )
}

type DayAction = 'pick' | 'edit' | 'move' | 'clear'

interface DayActionsProps {
  one: CalendarDay
  today: string
  onChosen: (action: DayAction) => void
  onClose: () => void
}

function DayActions({
  one: { day, question, forecast },
  today,
  onChosen,
  onClose,
}: DayActionsProps) {
  const { t } = useDesk()
  const isComing = day > today
  const action = (name: DayAction, text: string) => (
    <button
      type="button"
      className={name === 'pick' ? 'button' : 'button button-quiet'}
      onClick={() => onChosen(name)}
    >
      {text}
    </button>
  )
  return (
    <div className="questions-actions">
      {day >= today && action('pick', t(day === today ? 'questions.swap' : 'questions.pick'))}
      {(question ?? forecast)?.poolId && action('edit', t('questions.edit'))}
      {isComing && question?.poolId && action('move', t('questions.move'))}
      {isComing && question?.isScheduled && action('clear', t('questions.clear'))}
      <button type="button" className="button button-quiet" onClick={onClose}>
        {t('questions.close')}
      </button>
    </div>
  )
}

interface MoveDayProps {
  one: CalendarDay
  today: string
  days: readonly CalendarDay[]
  onMoved: (to: string) => void
  onRefused: (failure: Failure) => void
  onCancel: () => void
}

/** Target day of a move; a question scheduled there swaps places. */
function MoveDay({ one, today, days, onMoved, onRefused, onCancel }: MoveDayProps) {
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
