import { useState } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { actionFailureText } from '../ui/action-failure.ts'
import { focusAtMount } from '../ui/first-focus.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { call } from '../../stores/call.ts'

interface Props {
  t: Translate
  list: readonly OwnSuggestion[]
  onWithdrawn: (one: OwnSuggestion) => void
}

/** The person's suggestions, newest first, each with its outcome. */
export function OwnSuggestions({ t, list, onWithdrawn }: Props) {
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

/** One that waits can be withdrawn, by a second press. */
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
          // Back from the question, which had the focus.
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
