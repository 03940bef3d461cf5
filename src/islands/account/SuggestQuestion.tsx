import * as errorCode from '../../api/error-code.ts'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import type { Language } from '../../domain/language.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useLoad } from '../ui/use-load.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { call } from '../../stores/call.ts'
import { text } from '../../browser/account/entry.ts'
import { MAX_QUESTION_LENGTH, questionLength } from '../../domain/question-pool.ts'
import { suggestedQuestion } from '../../domain/suggestion.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { refused } from './settings-form.ts'
import { codeOf, fieldOf } from '../../api/result.ts'
import { formatDate } from '../../i18n/dates.ts'
import { focusAtMount } from '../ui/first-focus.ts'

interface Props {
  language: Language
  messages: Messages
}

/**
 * Suggests a question, one a day, and lists the person's own
 * (`docs/product.md#suggest-a-question`).
 */
export default function SuggestQuestion({ language, messages }: Props) {
  const t = translate(messages)
  const {
    value: list,
    setValue: setList,
    failure,
    retry,
  } = useLoad(() => call('comment', 'GET /suggestion', {}))
  const [done, setDone] = useState<'suggest.done' | 'suggest.withdrawn'>()
  const [draft, setDraft] = useState<OwnSuggestion>()
  const notice = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // The focused button was removed.
    if (done) notice.current?.focus()
  }, [done, list])

  const isOfToday = ({ day }: OwnSuggestion) => day === tokyoDay(serverNow())
  const isDone = list?.some(isOfToday)
  const sent = (one: OwnSuggestion) => {
    setList((before) => [one, ...(before ?? []).filter(({ day }) => day !== one.day)])
    setDone('suggest.done')
  }
  const withdrawn = (one: OwnSuggestion) => {
    if (isOfToday(one)) setDraft(one)
    setList((before) => before?.filter((other) => other !== one))
    setDone('suggest.withdrawn')
  }
  return (
    <div className="form">
      <p ref={notice} className="form-notice" role="status" tabIndex={-1}>
        {done ? t(done) : isDone && t('suggest.today')}
      </p>
      {!isDone && (
        // Disabled until today's suggestion is loaded.
        <SuggestionForm
          t={t}
          language={language}
          draft={draft}
          isWaiting={!list && !failure}
          onSent={sent}
        />
      )}
      <LoadFailure {...{ t, failure }} failed="suggest.failed" onRetry={retry} />
      {list && list.length > 0 && <OwnSuggestions t={t} list={list} onWithdrawn={withdrawn} />}
    </div>
  )
}

interface SuggestionFormProps {
  t: Translate
  language: Language
  draft: Pick<OwnSuggestion, 'text' | 'isCredited'> | undefined
  isWaiting: boolean
  onSent: (sent: OwnSuggestion) => void
}

function SuggestionForm({ t, language, draft, isWaiting, onSent }: SuggestionFormProps) {
  const { formProps, problems, isBusy } = useForm(async (data) => {
    const { sent, problems } = await send(t, language, data)
    if (sent) onSent(sent)
    return problems
  })
  return (
    <form {...formProps} inert={isWaiting}>
      <LongText
        name="text"
        label={t('suggest.text')}
        hint={t('suggest.hint')}
        maxLength={MAX_QUESTION_LENGTH}
        maxOf={(typed) => questionLength(suggestedQuestion(typed, language).language)}
        defaultValue={draft?.text}
        problem={problems['text']}
      />
      <label className="checkbox">
        <input type="checkbox" name="credit" defaultChecked={draft?.isCredited} />
        {t('suggest.credit')}
      </label>
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('suggest.send')}</SubmitButton>
    </form>
  )
}

async function send(
  t: Translate,
  page: Language,
  data: FormData,
): Promise<{ sent?: OwnSuggestion | undefined; problems?: Problems | undefined }> {
  const typed = text(data, 'text')
  const { problem, language } = suggestedQuestion(typed, page)
  if (problem) {
    const sentence = t(`suggest.error.${problem}`, { max: questionLength(language) })
    return { problems: { text: sentence } }
  }
  const input = { text: typed, isCredited: data.has('credit') }
  const headers = { LanguageCode: page }
  const result = await call('comment', 'POST /suggestion', input, { headers })
  if (result.ok) return { sent: result.results[0] }
  const field = fieldOf(result)
  if (field === 'words' || field === 'links')
    return { problems: { text: t(`suggest.error.${field}`) } }
  return { problems: refused(t, result) ?? undefined }
}

interface OwnSuggestionsProps {
  t: Translate
  list: readonly OwnSuggestion[]
  onWithdrawn: (one: OwnSuggestion) => void
}

function OwnSuggestions({ t, list, onWithdrawn }: OwnSuggestionsProps) {
  return (
    <section className="suggested" aria-labelledby="suggested">
      <h2 id="suggested">{t('suggest.mine')}</h2>
      <ul className="people" role="list">
        {list.map((one) => (
          <Entry key={one.suggestionId} t={t} one={one} onWithdrawn={onWithdrawn} />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  t: Translate
  one: OwnSuggestion
  onWithdrawn: (one: OwnSuggestion) => void
}

/** A pending suggestion can be withdrawn, with a confirmation. */
function Entry({ t, one, onWithdrawn }: EntryProps) {
  const { suggestionId, day, text, lang, state } = one
  const [isAsked, setAsked] = useState<boolean>()
  const [problem, setProblem] = useState('')

  const withdraw = async () => {
    setProblem('')
    const result = await call('comment', 'DELETE /suggestion', { suggestionId })
    if (result.ok) return onWithdrawn(one)
    const isDecided = codeOf(result) === errorCode.dataNotFound
    setProblem(
      isDecided ? t('suggest.gone') : actionFailureText(t, result, 'suggest.withdrawFailed'),
    )
  }
  return (
    <li>
      <span>
        <span lang={lang} dir="auto">
          {text}
        </span>
        <small>
          {formatDate(t, 'dd_mm_yyyy', tokyoDayStart(day))} · {t(`suggest.state.${state}`)}
        </small>
      </span>
      {state === 'waiting' && !isAsked && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={t('suggest.withdrawOf', { text })}
          // Back from the confirmation, which had the focus.
          ref={isAsked === false ? focusAtMount : null}
          onClick={() => setAsked(true)}
        >
          {t('suggest.withdraw')}
        </button>
      )}
      {isAsked && (
        <div className="people-sure" role="group" aria-label={t('suggest.withdrawSure')}>
          <p>{t('suggest.withdrawSure')}</p>
          <button
            type="button"
            className="button button-quiet"
            ref={focusAtMount}
            onClick={() => setAsked(false)}
          >
            {t('suggest.cancel')}
          </button>
          <button type="button" className="button" onClick={() => void withdraw()}>
            {t('suggest.withdraw')}
          </button>
        </div>
      )}
      <FormProblem text={problem} />
    </li>
  )
}
