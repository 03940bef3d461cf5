import { lazy, Suspense, useState } from 'react'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import {
  cleanQuestionText,
  questionLength,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { seasonOf } from '../../../domain/question-season.ts'
import { pageLanguage } from '../../../stores/language.ts'
import { Field } from '../../ui/Field.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { useDesk, refusalText } from './desk-context.ts'
import { useLoad } from '../../ui/use-load.ts'
import { call } from '../../../stores/call.ts'

const Preview = lazy(() => import('./Preview.tsx'))

interface Written {
  texts: Record<Language, string>
  topicId: string
  season?: string
}

interface Props {
  one?: PoolQuestion
  first?: Partial<Record<Language, string>>
  submitText: string
  /** @returns the refusal's sentence */
  onSubmit: (written: Written) => Promise<string | undefined>
  onCancel: () => void
}

const noTexts = Object.fromEntries(languages.map((language) => [language, ''])) as Record<
  Language,
  string
>

export function QuestionEditor({ one, first, submitText, onSubmit, onCancel }: Props) {
  const { t, languageNames, topics } = useDesk()
  const [texts, setTexts] = useState({ ...noTexts, ...first, ...one?.texts })
  const [topicId, setTopicId] = useState(one?.topicId ?? '')
  const [season, setSeason] = useState(one?.season ?? '')
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const topic = topics.find((known) => known.topicId === topicId) ?? topics[0]

  const problemOf = (language: Language) => {
    const found = questionTextProblem(cleanQuestionText(texts[language]), language)
    return found && t(`questions.problem.${found}`, { max: questionLength(language) })
  }
  const seasonProblem = season && !seasonOf(season) ? t('questions.problem.season') : undefined

  const send = async () => {
    setChecked(true)
    setProblem('')
    if (seasonProblem || languages.some(problemOf) || !topic || isBusy) return
    setBusy(true)
    const written = { texts, topicId: topic.topicId, ...(season && { season }) }
    const refusal = await onSubmit(written)
    setBusy(false)
    if (refusal) setProblem(refusal)
  }
  return (
    <form
      className="question-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="form">
        {languages.map((language, index) => (
          <Field
            key={language}
            label={t('questions.text', { language: languageNames[language] })}
            problem={isChecked ? problemOf(language) : undefined}
            hint={`${[...cleanQuestionText(texts[language])].length}/${questionLength(language)}`}
            renderControl={(attributes) => (
              <textarea
                {...attributes}
                lang={language}
                rows={2}
                ref={index === 0 ? focusAtMount : null}
                value={texts[language]}
                onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
              />
            )}
          />
        ))}
        <SelectField
          label={t('questions.topic')}
          value={topic?.topicId ?? ''}
          options={topics.map(({ topicId: value, name, category }) => [
            value,
            `${category[pageLanguage()]} · ${name[pageLanguage()]}`,
          ])}
          onChange={setTopicId}
        />
        <Field
          label={t('questions.season')}
          hint={t('questions.seasonHint')}
          problem={isChecked ? seasonProblem : undefined}
          value={season}
          maxLength={20}
          onChange={({ target }) => setSeason(target.value.normalize('NFKC'))}
        />
        <FormProblem text={problem} />
        <div className="questions-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {t('questions.cancel')}
          </button>
          <button className="button" disabled={isBusy}>
            {submitText}
          </button>
        </div>
      </div>
      <Suspense>
        <Preview texts={texts} topic={topic} />
      </Suspense>
    </form>
  )
}

interface EditInPlaceProps {
  poolId: string
  /** Number of answers, for today's question. */
  answered: number | undefined
  onSaved: () => void
  onCancel: () => void
}

export function EditInPlace({ poolId, answered, onSaved, onCancel }: EditInPlaceProps) {
  const { t } = useDesk()
  const { value, failure, load } = useLoad(
    () => call('operator', 'GET /question/detail', { poolId }),
    poolId,
  )
  const one = value?.[0]
  if (failure) return <p className="form-error">{refusalText(t, failure)}</p>
  if (!one) return <p className="field-hint">{t('desk.loading')}</p>
  return (
    <>
      {answered !== undefined && (
        <p className="questions-warning">{t('questions.todayWarning', { count: answered })}</p>
      )}
      <QuestionEditor
        one={one}
        submitText={t('questions.save')}
        onSubmit={async (written) => {
          const { version } = one
          const input = { poolId, version, ...written, ...(answered !== undefined && { answered }) }
          const result = await call('operator', 'PUT /question', input)
          if (result.ok) onSaved()
          else void load()
          return result.ok ? undefined : refusalText(t, result, answered)
        }}
        onCancel={onCancel}
      />
    </>
  )
}
