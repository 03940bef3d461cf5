import { useState } from 'react'
import { t } from '../../../i18n/translate.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import {
  cleanQuestionText,
  questionLength,
  questionTextLength,
  poolTextProblem,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { seasonProblem } from '../../../domain/question-season.ts'
import { textIn } from '../../../stores/language.ts'
import { Field } from '../../ui/Field.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount, hasSome, type Problems } from '../../ui/Form.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { keepDraft, readDraft } from '../desk-drafts.ts'
import { languageName, languagesHere, seasonText } from '../format.ts'
import { useDesk } from './desk-context.ts'

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
export const valuesOf = (one?: PoolQuestion, first?: Props['first']): Record<string, string> => ({
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
      const problemOf = isTouched(language) ? poolTextProblem : questionTextProblem
      const found = problemOf(cleanQuestionText(texts[language]), language)
      const max = questionLength(language)
      const values = { max, language: languageName(language) }
      if (found) problems[language] = t(`questions.problem.${found}`, values)
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
      {languagesHere().map((language, index) => (
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
