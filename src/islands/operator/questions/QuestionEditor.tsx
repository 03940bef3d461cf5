import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import {
  cleanQuestionText,
  isUprightQuestion,
  questionLength,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { seasonOf } from '../../../domain/question-season.ts'
import { pageLanguage, textIn } from '../../../stores/language.ts'
import { Field } from '../../ui/Field.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { Actions } from '../../ui/Actions.tsx'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { DeskFailure } from '../DeskFailure.tsx'
import { languageName } from '../format.ts'
import { useDesk, refusalOf } from './desk-context.ts'
import type { Problems } from '../../ui/Form.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { call } from '../../../stores/call.ts'

interface Written {
  texts: Record<Language, string>
  topicId: string
  season?: string
}

interface Props {
  one?: PoolQuestion
  first?: Partial<Record<Language, string>>
  submit: string
  onSubmit: (written: Written) => Promise<Problems | void>
  onCancel: () => void
}

const noTexts = Object.fromEntries(languages.map((language) => [language, ''])) as Record<
  Language,
  string
>

interface NewQuestionProps {
  submit?: string | undefined
  onAdded: (one: PoolQuestion) => unknown
}

/** Opens the form for a new question of the pool. */
export function NewQuestion({ submit = t('questions.add'), onAdded }: NewQuestionProps) {
  const { announce } = useDesk()
  const renderForm = (close: () => void) => (
    <QuestionEditor
      submit={submit}
      onSubmit={async (written) => {
        const result = await call('operator', 'POST /question', written)
        if (!result.ok) return refusalOf(result)
        announce(t('questions.done.added'))
        await onAdded(result.results[0]!)
        return close()
      }}
      onCancel={close}
    />
  )
  return <Actions actions={[{ text: t('questions.new'), isMain: true, renderForm }]} />
}

export function QuestionEditor({ one, first, submit, onSubmit, onCancel }: Props) {
  const { topics } = useDesk()
  const [texts, setTexts] = useState({ ...noTexts, ...first, ...one?.texts })
  const [topicId, setTopicId] = useState(one?.topicId ?? '')
  const [season, setSeason] = useState(one?.season ?? '')
  const choices = topics.map(
    (known) =>
      [known.topicId, `${known.category[pageLanguage()]} · ${known.name[pageLanguage()]}`] as const,
  )
  const topic = topics.find((known) => known.topicId === topicId)
  const send = async () => {
    const problems: Problems = {}
    for (const language of languages) {
      const found = questionTextProblem(cleanQuestionText(texts[language]), language)
      const max = questionLength(language)
      if (found) problems[language] = t(`questions.problem.${found}`, { max })
    }
    if (season && !seasonOf(season)) problems['season'] = t('questions.problem.season')
    if (!topic) problems['topicId'] = t('questions.topicChoose')
    if (!topic || Object.keys(problems).length > 0) return problems
    return onSubmit({ texts, topicId: topic.topicId, ...(season && { season }) })
  }
  return (
    <div className="question-editor">
      <ConfirmForm {...{ submit, onCancel }} onSubmit={send}>
        {languages.map((language, index) => (
          <Field
            key={language}
            name={language}
            label={t('questions.text', { language: languageName(language) })}
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
          name="topicId"
          label={t('questions.topic')}
          value={topicId}
          options={topicId ? choices : [['', t('questions.topicChoose')], ...choices]}
          onChange={setTopicId}
        />
        <Field
          name="season"
          label={t('questions.season')}
          hint={t('questions.seasonHint')}
          value={season}
          maxLength={20}
          onChange={({ target }) => setSeason(target.value.normalize('NFKC'))}
        />
      </ConfirmForm>
      <section className="question-preview" aria-label={t('questions.preview')}>
        {languages.map((language) => {
          const text = cleanQuestionText(texts[language])
          if (!text) return null
          return (
            <figure
              key={language}
              lang={language}
              data-upright={isUprightQuestion(text, language) || undefined}
            >
              <figcaption>
                {t('questions.previewOf', { language: languageName(language) })}
              </figcaption>
              <div className="preview-page">
                <small>
                  {topic && `${textIn(topic.category, language)} · ${textIn(topic.name, language)}`}
                </small>
                <p>{text}</p>
              </div>
            </figure>
          )
        })}
      </section>
    </div>
  )
}

interface EditInPlaceProps {
  poolId: string
  /** Number of answers, for today's question. */
  answered?: number | undefined
  onSaved: () => void
  onCancel: () => void
}

export function EditInPlace({ poolId, answered, onSaved, onCancel }: EditInPlaceProps) {
  const { value, failure, load, retry } = useLoad(
    () => call('operator', 'GET /question/detail', { poolId }),
    poolId,
  )
  const one = value?.[0]
  if (failure) return <DeskFailure failure={failure} onRetry={retry} />
  if (!one) return <p className="field-hint">{t('desk.loading')}</p>
  return (
    <>
      {answered !== undefined && (
        <p className="desk-warning">{t('questions.todayWarning', { count: answered })}</p>
      )}
      <QuestionEditor
        one={one}
        submit={t('questions.save')}
        onSubmit={async (written) => {
          const { version } = one
          const input = { poolId, version, ...written, ...(answered !== undefined && { answered }) }
          const result = await call('operator', 'PUT /question', input)
          if (result.ok) return onSaved()
          void load()
          return refusalOf(result, answered)
        }}
        onCancel={onCancel}
      />
    </>
  )
}
