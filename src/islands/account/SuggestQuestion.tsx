import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow, type Failure } from '../../api/call.ts'
import { text } from '../../browser/account/entry.ts'
import type { OwnSuggestion } from '../../contract/suggestion-schemas.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import type { Language } from '../../domain/language.ts'
import { questionLength } from '../../domain/question-pool.ts'
import { suggestedQuestion } from '../../domain/suggestion.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { authorizedCall } from '../../stores/session.ts'
import { actionFailureText } from '../ui/action-failure.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { OwnSuggestions } from './OwnSuggestions.tsx'
import { refused } from './settings-form.ts'

interface Props {
  /** Of the page. */
  language: Language
  messages: Messages
}

/** Suggests a question, one a day, and lists one's own (`docs/product.md#suggest-a-question`). */
export default function SuggestQuestion({ language, messages }: Props) {
  const t = translate(messages)
  const [list, setList] = useState<readonly OwnSuggestion[]>()
  const [failure, setFailure] = useState<Failure>()
  const [done, setDone] = useState<'done' | 'withdrawn'>()
  /** What was suggested today and withdrawn. */
  const [draft, setDraft] = useState('')
  const notice = useRef<HTMLParagraphElement>(null)

  const load = useCallback(async () => {
    setFailure(undefined)
    const answer = await authorizedCall('comment', 'GET /suggestion', {})
    if (answer.ok) setList(answer.results)
    else setFailure(answer)
  }, [])
  useEffect(() => void load(), [load])
  useEffect(() => {
    // The button that had the focus is gone.
    if (done) notice.current?.focus()
  }, [done, list])

  const { formProps, problems, isBusy } = useForm(async (data) => {
    const { sent, problems } = await send(t, language, data)
    if (!sent) return problems
    setList((before = []) => [sent, ...before.filter(({ day }) => day !== sent.day)])
    setDone('done')
    return undefined
  })
  const isOfToday = ({ day }: OwnSuggestion) => day === tokyoDay(serverNow())
  const isDone = list?.some(isOfToday)
  const withdrawn = (one: OwnSuggestion) => {
    if (isOfToday(one)) setDraft(one.text)
    setList((before) => before?.filter((other) => other !== one))
    setDone('withdrawn')
  }
  return (
    <div className="form">
      <p ref={notice} className="form-notice" role="status" tabIndex={-1}>
        {done ? t(`suggest.${done}`) : isDone && t('suggest.today')}
      </p>
      {!isDone && (
        // Nothing is typed before it is known whether there is one of today.
        <form {...formProps} inert={!list && !failure}>
          <LongText
            name="text"
            label={t('suggest.text')}
            hint={t('suggest.hint')}
            max={questionLength('en')}
            maxOf={(typed) => questionLength(suggestedQuestion(typed, language).language)}
            defaultValue={draft}
            problem={problems['text']}
          />
          <label className="checkbox">
            <input type="checkbox" name="credit" />
            {t('suggest.credit')}
          </label>
          <FormProblem text={problems['form']} />
          <SubmitButton isBusy={isBusy}>{t('suggest.send')}</SubmitButton>
        </form>
      )}
      <p className="form-error" role="alert">
        {failure && actionFailureText(t, failure, 'suggest.failed')}
      </p>
      {failure && (
        <button type="button" className="button button-quiet" onClick={() => void load()}>
          {t('suggest.retry')}
        </button>
      )}
      {list && list.length > 0 && <OwnSuggestions t={t} list={list} onWithdrawn={withdrawn} />}
    </div>
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
  const answer = await authorizedCall('comment', 'POST /suggestion', input, { headers })
  if (answer.ok) return { sent: answer.results[0] }
  const field = answer.error === 'network' ? undefined : answer.error.field
  if (field === 'words' || field === 'links')
    return { problems: { text: t(`suggest.error.${field}`) } }
  return { problems: refused(t, answer) ?? undefined }
}
