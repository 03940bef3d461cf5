import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import type { Language } from '../../domain/language.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { useLoad } from '../ui/use-load.ts'
import { actionFailureText } from '../ui/action-failure.ts'
import { OwnSuggestions } from './OwnSuggestions.tsx'
import { SuggestionForm } from './SuggestionForm.tsx'
import { call } from '../../stores/call.ts'

interface Props {
  /** Of the page. */
  language: Language
  messages: Messages
}

/** Suggests a question, one a day, and lists one's own (`docs/product.md#suggest-a-question`). */
export default function SuggestQuestion({ language, messages }: Props) {
  const t = translate(messages)
  const {
    value: list,
    setValue: setList,
    failure,
    retry,
  } = useLoad(() => call('comment', 'GET /suggestion', {}))
  const [done, setDone] = useState<'suggest.done' | 'suggest.withdrawn'>()
  /** Today's suggestion, withdrawn. */
  const [draft, setDraft] = useState<OwnSuggestion>()
  const notice = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // The button that had the focus is gone.
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
        // Nothing is typed before it is known whether there is one of today.
        <SuggestionForm
          t={t}
          language={language}
          draft={draft}
          isWaiting={!list && !failure}
          onSent={sent}
        />
      )}
      <p className="form-error" role="alert">
        {failure && actionFailureText(t, failure, 'suggest.failed')}
      </p>
      {failure && (
        <button type="button" className="button button-quiet" onClick={retry}>
          {t('error.retry')}
        </button>
      )}
      {list && list.length > 0 && <OwnSuggestions t={t} list={list} onWithdrawn={withdrawn} />}
    </div>
  )
}
