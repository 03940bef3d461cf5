import { useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import type { Language } from '../../domain/language.ts'
import { t } from '../../i18n/translate.ts'
import { LoadFailure, Form, useForm } from '../ui/Form.tsx'
import { actionFailureText } from '../ui/failure-text.ts'
import { useLoad } from '../ui/use-load.ts'
import { call } from '../../stores/call.ts'
import { text } from '../../browser/account/entry.ts'
import {
  MAX_QUESTION_LENGTH,
  questionLength,
  questionTextLength,
} from '../../domain/question-pool.ts'
import { suggestedQuestion } from '../../domain/suggestion.ts'
import { keepFields } from '../ui/kept-form.ts'
import { LongText } from '../ui/LongText.tsx'
import { Actions } from '../ui/Actions.tsx'
import { refused } from './settings-form.ts'
import { errorCode } from '../../api/result.ts'
import { formatDate } from '../../i18n/dates.ts'

const FORM = 'suggestion'

/** Suggests a question, one a day (`docs/product.md#suggest-a-question`). */
export default function SuggestQuestion({ language }: { language: Language }) {
  const own = useLoad(() => call('comment', 'GET /suggestion', {}))
  const { value: list, setValue: setList, failure, retry } = own
  const [done, setDone] = useState<'suggest.done' | 'suggest.withdrawn'>()
  const [draft, setDraft] = useState<OwnSuggestion>()
  const notice = useRef<HTMLParagraphElement>(null)

  const say = (sentence: typeof done) => {
    setDone(sentence)
    // The focused button is removed.
    notice.current?.focus()
  }
  const isOfToday = ({ day }: OwnSuggestion) => day === tokyoDay(serverNow())
  const isDone = list?.some(isOfToday)
  const form = useForm(async (data) => {
    const typed = text(data, 'text')
    const { problem, language: ofText } = suggestedQuestion(typed, language)
    if (problem) return { text: t(`suggest.error.${problem}`, { max: questionLength(ofText) }) }
    const input = { text: typed, isCredited: data.has('credit') }
    const headers = { LanguageCode: language }
    const result = await call('comment', 'POST /suggestion', input, { headers })
    const { field } = result
    if (field === 'words' || field === 'links') return { text: t(`suggest.error.${field}`) }
    if (!result.ok) return refused(result)
    keepFields(FORM)
    const one = result.results[0]!
    setList((before) => [one, ...(before ?? []).filter(({ day }) => day !== one.day)])
    say('suggest.done')
    return {}
  })
  const withdrawn = (one: OwnSuggestion) => {
    if (isOfToday(one)) setDraft(one)
    setList((before) => before?.filter((other) => other !== one))
    say('suggest.withdrawn')
  }
  return (
    <div className="form">
      <p ref={notice} className="form-notice" role="status" tabIndex={-1}>
        {done ? t(done) : isDone && t('suggest.today')}
      </p>
      {!isDone && (
        // Disabled until today's suggestion is loaded.
        <Form form={form} submit={t('suggest.send')} inert={!list && !failure}>
          <LongText
            name="text"
            label={t('suggest.text')}
            hint={t('suggest.hint')}
            maxLength={MAX_QUESTION_LENGTH}
            lengthOf={questionTextLength}
            maxOf={(typed) => questionLength(suggestedQuestion(typed, language).language)}
            defaultValue={draft?.text}
            keepAs={FORM}
          />
          <label className="checkbox">
            <input type="checkbox" name="credit" defaultChecked={draft?.isCredited} />
            {t('suggest.credit')}
          </label>
        </Form>
      )}
      <LoadFailure failure={failure} failed="suggest.failed" onRetry={retry} />
      {list && list.length > 0 && (
        <section className="suggested" aria-labelledby="suggested">
          <h2 id="suggested">{t('suggest.mine')}</h2>
          <ul className="people" role="list">
            {list.map((one) => (
              <Entry key={one.suggestionId} one={one} onWithdrawn={withdrawn} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface EntryProps {
  one: OwnSuggestion
  onWithdrawn: (one: OwnSuggestion) => void
}

/** A pending suggestion can be withdrawn, with a confirmation. */
function Entry({ one, onWithdrawn }: EntryProps) {
  const { suggestionId, day, text, lang, state } = one
  const withdraw = async () => {
    const result = await call('comment', 'DELETE /suggestion', { suggestionId })
    if (result.ok) return onWithdrawn(one)
    const isDecided = result.code === errorCode.dataNotFound
    const failed = actionFailureText(result, 'suggest.withdrawFailed')
    return { form: isDecided ? t('suggest.gone') : failed }
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
      {state === 'waiting' && (
        <Actions
          actions={[
            {
              text: t('suggest.withdraw'),
              label: t('suggest.withdrawOf', { text }),
              question: t('suggest.withdrawSure'),
              run: withdraw,
            },
          ]}
        />
      )}
    </li>
  )
}
