import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import { questionPath } from '../../../domain/question.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import type { Problems } from '../../ui/Form.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { textIn } from '../../../stores/language.ts'
import { draftAt, refusalOf } from './desk-context.ts'
import { hasDraft, readDraft } from '../desk-drafts.ts'
import { dayText } from '../format.ts'
import { EditInPlace } from './EditInPlace.tsx'
import type { Draft } from './QuestionEditor.tsx'
import { PickDay } from './PickDay.tsx'
import { insteadOf, useDay } from './use-days-to-come.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  one: CalendarDay
  today: string
  onChanged: () => Promise<readonly CalendarDay[] | undefined>
  onClose: (done: string) => void
}

export default function DayPanel({ one, today, onChanged, onClose }: Props) {
  const { day, question, forecast, replaced } = one
  const [isToday, isPlanned] = [day === today, day > today && question?.isScheduled]
  const poolId = (question ?? forecast)?.poolId
  const questionId = question?.questionId ?? null
  /** Of the question that a draft was begun beside, until a refusal has told what the day has since. */
  const [keptId, setKeptId] = useState(() => readDraft<Draft>(draftAt(day))?.seenId)
  const seenId = keptId === undefined ? questionId : keptId

  const done = async (text: string) => {
    await onChanged()
    onClose(text)
  }
  /** The day is read again; the form keeps text and choice. */
  const answersNow = async () => {
    setKeptId(undefined)
    return (await onChanged())?.find((other) => other.day === day)?.question?.usersCount
  }
  const refuse = async (failure: Failure) => refusalOf(failure, false, await answersNow())
  const give = async (to: string | null) => {
    const result = await call('operator', 'PUT /calendar/day', {
      day,
      poolId: to,
      seenId,
      ...(isToday && { answered: question?.usersCount ?? 0 }),
    })
    if (!result.ok) return refuse(result)
    const what = to === null ? 'cleared' : isToday ? 'replaced' : 'scheduled'
    return done(t(`questions.done.${what}`, { day: dayText(day) }))
  }
  const move = async (to: string, seenTo: string | null, swaps: boolean) => {
    const seenFrom = question!.questionId
    const result = await call('operator', 'POST /calendar/move', {
      from: day,
      to,
      seenFrom,
      seenTo,
    })
    if (!result.ok) return refuse(result)
    const what = swaps ? 'exchanged' : 'moved'
    return done(t(`questions.done.${what}`, { day: dayText(to) }))
  }
  return (
    <>
      {question && day < today && (
        <p>
          <a href={questionPath(question.questionId)}>{t('questions.previewPage')}</a>
        </p>
      )}
      {replaced.map(({ questionId, texts, usersCount }) => (
        <p key={questionId} className="field-hint">
          {t('questions.replaced')} <a href={questionPath(questionId)}>{textIn(texts)}</a>{' '}
          {t('questions.answered', { count: usersCount })}
        </p>
      ))}
      <Actions
        actions={[
          day >= today && {
            name: 'question',
            text: t(isToday || isPlanned ? 'questions.swap' : 'questions.pick'),
            isMain: !isToday && !isPlanned,
            isOpen: hasDraft(draftAt(day)),
            renderForm: (close) => (
              <PickDay {...{ one, today, seenId }} onPick={give} onCancel={close} />
            ),
          },
          poolId !== undefined && {
            text: t('questions.edit'),
            isOpen: hasDraft(draftAt('edit', poolId)),
            renderForm: (close) => (
              <EditInPlace
                poolId={poolId}
                answered={isToday ? question?.usersCount : undefined}
                onSaved={() => done(t('questions.done.saved'))}
                onRefused={answersNow}
                onCancel={close}
              />
            ),
          },
          // Of the automatic days only the next has a question of its own yet.
          isPlanned && {
            text: t('questions.move'),
            renderForm: (close) => <MoveDay from={day} onMove={move} onCancel={close} />,
          },
          isPlanned && {
            text: t('questions.clear'),
            question: t('questions.clearAsk'),
            run: () => give(null),
          },
        ]}
      />
    </>
  )
}

interface MoveDayProps {
  from: string
  onMove: (to: string, seenTo: string | null, swaps: boolean) => Promise<Problems | void>
  onCancel: () => void
}

/** Target day of a move; a question scheduled there swaps places. */
function MoveDay({ from, onMove, onCancel }: MoveDayProps) {
  const [to, setTo] = useState('')
  const { one, read } = useDay(to === from ? '' : to)
  const other = one?.question?.isScheduled ? one.question.texts : undefined
  const hint = other ? t('questions.moveSwaps', { text: textIn(other) }) : insteadOf(one)
  const move = async () => {
    if (!to) return { day: t('questions.problem.day') }
    const { questionId = null, isScheduled = false } = (await read())?.question ?? {}
    return onMove(to, questionId, isScheduled)
  }
  return (
    <ConfirmForm
      submit={t(other ? 'questions.exchange' : 'questions.moveSubmit')}
      isEnabled={to !== from}
      onSubmit={move}
      onCancel={onCancel}
    >
      <DayField {...{ hint }} label={t('questions.moveTo')} value={to} onChange={setTo} />
    </ConfirmForm>
  )
}

interface DayFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'problem'> {
  value: string
  onChange: (day: string) => void
}

/** A future day to schedule; focused on opening. */
export function DayField({ onChange, ...field }: DayFieldProps) {
  const today = tokyoDay(serverNow())
  return (
    <Field
      {...field}
      name="day"
      type="date"
      ref={focusAtMount}
      min={addDays(today, 1)}
      max={addDays(today, MAX_DAYS_AHEAD)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
