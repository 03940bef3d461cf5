import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { CalendarDay } from '../../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { MAX_DAYS_AHEAD } from '../../../domain/question-pool.ts'
import { questionPath } from '../../../domain/question.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { focusAtMount, type Problems } from '../../ui/Form.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { textIn } from '../../../stores/language.ts'
import { draftAt, refusalOf } from './desk-context.ts'
import { hasDraft, readDraft } from '../desk-drafts.ts'
import { dayText } from '../format.ts'
import { editing } from './question-forms.tsx'
import type { Draft } from './QuestionEditor.tsx'
import { PickDay } from './PickDay.tsx'
import { insteadOf } from './use-days-to-come.ts'
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
  const move = async (to: string, there?: CalendarDay) => {
    const [seenFrom, seenTo] = [question!.questionId, there?.question?.questionId ?? null]
    const input = { from: day, to, seenFrom, seenTo }
    const result = await call('operator', 'POST /calendar/move', input)
    if (!result.ok) return refuse(result)
    const what = there?.question?.isScheduled ? 'exchanged' : 'moved'
    return done(t(`questions.done.${what}`, { day: dayText(to) }))
  }
  /** A question scheduled there swaps places. */
  const aboutMove = (one?: CalendarDay) => {
    const other = one?.day !== day && one?.question?.isScheduled && one.question.texts
    return other
      ? { submit: t('questions.exchange'), hint: t('questions.moveSwaps', { text: textIn(other) }) }
      : { submit: t('questions.moveSubmit'), hint: insteadOf(one) }
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
          poolId !== undefined &&
            editing({
              poolId,
              answered: isToday ? question?.usersCount : undefined,
              onSaved: () => done(t('questions.done.saved')),
              onRefused: answersNow,
            }),
          // Of the automatic days only the next has a question of its own yet.
          isPlanned && {
            text: t('questions.move'),
            renderForm: (close) => (
              <DayForm
                label={t('questions.moveTo')}
                except={day}
                about={aboutMove}
                onSubmit={move}
                onCancel={close}
              />
            ),
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

interface DayFormProps {
  label: string
  /** Chosen at first. */
  first?: string | undefined
  /** Not to be chosen. */
  except?: string
  /** What the button says, and the field once the day is read. */
  about: (one?: CalendarDay) => Pick<FieldProps, 'hint' | 'problem'> & { submit: string }
  onSubmit: (day: string, one?: CalendarDay) => Promise<Problems | void>
  onCancel: () => void
}

/** A day to come for a question, read again before it is taken. */
export function DayForm({ label, first = '', except, about, ...on }: DayFormProps) {
  const [typed, setDay] = useState<string>()
  const day = typed ?? first
  const today = tokyoDay(serverNow())
  const { value, load } = useLoad<CalendarDay[]>(
    async () =>
      day
        ? call('operator', 'GET /calendar', { from: day, until: day })
        : { ok: true, status: 200, results: [] },
    day,
  )
  const among = (days = value) => days?.find((one) => one.day === day)
  const { submit, ...field } = about(among())
  const send = async () => {
    if (!day) return { day: t('questions.problem.day') }
    const one = among(await load())
    const { problem } = about(one)
    return problem ? { day: problem } : on.onSubmit(day, one)
  }
  return (
    <ConfirmForm
      submit={submit}
      isEnabled={day !== except && !field.problem}
      onSubmit={send}
      onCancel={on.onCancel}
    >
      <Field
        {...{ label, ...field }}
        name="day"
        type="date"
        value={day}
        ref={focusAtMount}
        min={addDays(today, 1)}
        max={addDays(today, MAX_DAYS_AHEAD)}
        onChange={({ target }) => setDay(target.value)}
      />
    </ConfirmForm>
  )
}
