import { useState } from 'react'
import { t } from '../../../i18n/translate.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import {
  cleanQuestionText,
  questionLength,
  questionTextLength,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { seasonProblem } from '../../../domain/question-season.ts'
import { textIn } from '../../../stores/language.ts'
import { Field } from '../../ui/Field.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { DeskFailure, withTyped } from '../DeskFailure.tsx'
import { hasDraft, keepDraft, readDraft } from '../desk-drafts.ts'
import { languageName, seasonText } from '../format.ts'
import { draftAt, useDesk, refusalOf } from './desk-context.ts'
import { hasSome, type Problems } from '../../ui/Form.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { call } from '../../../stores/call.ts'

interface Written {
  texts: Record<Language, string>
  topicId: string
  season?: string
}

interface Props {
  /** Of its draft. */
  name: string
  seenId?: string | null | undefined
  /** What a colleague saves while the form is open fills its untouched fields, and is shown beside the others. */
  one?: PoolQuestion
  first?: Partial<Record<Language, string>>
  submit: string
  /** @param version of `one` when its draft began, or when its change was shown */
  onSubmit: (written: Written, isTyped: boolean, version?: number) => Promise<Problems | void>
  onCancel: () => void
}

/** By the names of the fields. */
const valuesOf = (one?: PoolQuestion, first?: Props['first']): Record<string, string> => ({
  ...Object.fromEntries(languages.map((name) => [name, (one?.texts ?? first)?.[name] ?? ''])),
  topicId: one?.topicId ?? '',
  season: one?.season ?? '',
})

const focusInSight = (field: HTMLElement | null) => {
  focusAtMount(field)
  field?.scrollIntoView?.({ block: 'center' })
}

/** A form that has opened itself takes no focus away. */
const focusKept = (field: HTMLElement | null) => {
  if (document.activeElement === document.body) focusInSight(field)
}

export interface Draft {
  given: Record<string, string>
  typed: Record<string, string>
  version?: number | undefined
  /** Of the day's question when the draft began. */
  seenId?: string | null | undefined
}

interface NewQuestionProps {
  /** Of its draft. */
  place: string
  seenId?: string | null | undefined
  submit?: string | undefined
  onAdded: (one: PoolQuestion) => unknown
  onCancel?: () => void
}

/** Opens the form for a new question of the pool. */
export function NewQuestion(props: NewQuestionProps) {
  const { place, seenId, submit = t('questions.add'), onAdded, onCancel } = props
  const { announce } = useDesk()
  const renderForm = (close: () => void) => (
    <QuestionEditor
      name={draftAt(place)}
      seenId={seenId}
      submit={submit}
      onSubmit={async (written, isTyped) => {
        const result = await call('operator', 'POST /question', written)
        if (!result.ok) return refusalOf(result, isTyped)
        keepDraft(draftAt(place))
        announce(t('questions.done.added'))
        await onAdded(result.results[0]!)
        return close()
      }}
      onCancel={close}
    />
  )
  return (
    <Actions
      actions={[
        { text: t('questions.new'), isMain: true, isOpen: hasDraft(draftAt(place)), renderForm },
        onCancel && { text: t('dialog.cancel'), run: onCancel },
      ]}
    />
  )
}

export function QuestionEditor(props: Props) {
  const { name: form, seenId, one, first, submit, onSubmit, ...on } = props
  const { topics } = useDesk()
  const [kept] = useState(() => readDraft<Draft>(form))
  const [typed, setTyped] = useState<Draft['typed']>(kept?.typed ?? {})
  const [{ seen, given, version }, setGiven] = useState<
    Omit<Draft, 'typed'> & { seen?: PoolQuestion }
  >(() => kept ?? { ...(one && { seen: one, version: one.version }), given: valuesOf(one, first) })
  const isTouched = (name: string) => (typed[name] ?? given[name]) !== given[name]
  if (one !== seen) {
    const untouched = Object.entries(valuesOf(one)).filter(([name]) => !isTouched(name))
    // A draft keeps its version until a refusal has told what changed since.
    setGiven({
      ...(one && { seen: one }),
      given: { ...given, ...Object.fromEntries(untouched) },
      version: seen ? one?.version : version,
    })
    setTyped(Object.fromEntries(Object.entries(typed).filter(([name]) => isTouched(name))))
  }
  const saved = (name: string, textOf = (value: string): string | undefined => value) => {
    const value = valuesOf(one)[name]!
    if (!one || value === given[name]) return undefined
    return t('questions.savedMeanwhile', { text: textOf(value) ?? '' })
  }
  const choices = topics.map(
    ({ topicId, category, name }) => [topicId, `${textIn(category)} · ${textIn(name)}`] as const,
  )
  const send = async (data: FormData) => {
    const valueOf = (name: string) => String(data.get(name))
    const texts = Object.fromEntries(
      languages.map((language) => [language, valueOf(language)]),
    ) as Record<Language, string>
    const [topicId, season] = [valueOf('topicId'), valueOf('season').normalize('NFKC')]
    const problems: Problems = {}
    for (const language of languages) {
      const found = questionTextProblem(cleanQuestionText(texts[language]), language)
      const max = questionLength(language)
      if (found) problems[language] = t(`questions.problem.${found}`, { max })
    }
    const wrong = season ? seasonProblem(season) : undefined
    if (wrong) problems['season'] = t(`questions.problem.season.${wrong}`)
    if (!topicId) problems['topicId'] = t('questions.topicChoose')
    if (hasSome(problems)) return problems
    const written = { texts, topicId, ...(season && { season }) }
    const refused = await onSubmit(written, Object.keys(typed).some(isTouched), version)
    if (!refused) keepDraft(form)
    return refused
  }
  return (
    <ConfirmForm
      {...{ submit }}
      isTyped={Boolean(kept)}
      onSubmit={send}
      onChange={(part) => {
        const now = { ...typed, ...part }
        setTyped(now)
        const isWritten = Object.entries(now).some(([name, value]) => value !== given[name])
        const draft: Draft = { given, typed: now, version, seenId }
        keepDraft(form, isWritten ? draft : undefined)
      }}
      onCancel={() => {
        keepDraft(form)
        on.onCancel()
      }}
    >
      {languages.map((language, index) => (
        <LongText
          // A field with another value takes the place of an untouched one.
          key={`${language} ${given[language]}`}
          name={language}
          label={t('questions.text', { language: languageName(language) })}
          hint={saved(language)}
          defaultValue={typed[language] ?? given[language]}
          lang={language}
          rows={2}
          maxLength={1000}
          lengthOf={questionTextLength}
          maxOf={() => questionLength(language)}
          ref={index === 0 ? (kept ? focusKept : focusInSight) : null}
        />
      ))}
      <SelectField
        // The topics may come later.
        key={`${topics.length} ${given['topicId']}`}
        name="topicId"
        label={t('questions.topic')}
        hint={saved('topicId', (value) => choices.find(([id]) => id === value)?.[1])}
        defaultValue={typed['topicId'] ?? given['topicId']}
        options={one ? choices : [['', t('questions.topicChoose')], ...choices]}
      />
      <Field
        key={given['season']}
        name="season"
        label={t('questions.season')}
        hint={
          saved('season', (value) => (value ? seasonText(value) : t('questions.noSeason'))) ??
          t('questions.seasonHint')
        }
        defaultValue={typed['season'] ?? given['season']}
        maxLength={20}
      />
    </ConfirmForm>
  )
}

interface EditInPlaceProps {
  poolId: string
  /** Number of answers, for today's question. */
  answered?: number | undefined
  onSaved: () => void
  /** Resolves to the number of answers of today's question. */
  onRefused?: () => Promise<number | void>
  onCancel: () => void
}

export function EditInPlace({ answered, onSaved, ...props }: EditInPlaceProps) {
  const { onRefused, onCancel } = props
  // The day may get another question while the form is open.
  const [poolId] = useState(props.poolId)
  const { value, failure, load, retry } = useLoad(
    () => call('operator', 'GET /question/detail', { poolId }),
    poolId,
  )
  const one = value?.[0]
  if (failure && !one) return <DeskFailure failure={failure} onRetry={retry} />
  if (!one) return <p className="field-hint">{t('desk.loading')}</p>
  return (
    <>
      {answered !== undefined && (
        <p className="desk-warning">{t('questions.todayWarning', { count: answered })}</p>
      )}
      <QuestionEditor
        name={draftAt('edit', poolId)}
        one={one}
        submit={t('settings.save')}
        onSubmit={async (written, isTyped, version = one.version) => {
          const input = { poolId, version, ...written, ...(answered !== undefined && { answered }) }
          const result = await call('operator', 'PUT /question', input)
          if (result.ok) {
            keepDraft(draftAt('edit', poolId))
            return onSaved()
          }
          const [count, fresh] = await Promise.all([onRefused?.(), load()])
          const { form = '' } = refusalOf(result, isTyped, count ?? undefined)
          const isChanged = result.field === 'version'
          const [before, now] = [valuesOf(one), valuesOf(fresh?.[0] ?? one)]
          // Its sentence is where the form is looked at: at what has changed.
          const changed = isChanged && Object.keys(now).find((name) => now[name] !== before[name])
          return { [changed || 'form']: withTyped(form, isChanged && isTyped) }
        }}
        onCancel={onCancel}
      />
    </>
  )
}
