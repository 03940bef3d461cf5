import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { questionPath, questionText } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { focusList } from './comment-list.ts'

interface Props {
  t: Translate
  questionId: string
}

/**
 * The person's earlier answer (`docs/product.md#echo`), a line below the question that opens a
 * card. Absolute, so nothing shifts. Fetches once per question.
 */
export function Echo({ t, questionId }: Props) {
  const user = useStore($user)
  const [echo, setEcho] = useState<{ person: string; answers: readonly OwnComment[] }>()
  const isAsked = useRef(false)
  const person = user?.activated && !user.userOptions.hidesEcho ? user.userId : undefined
  useEffect(() => {
    if (!person || isAsked.current || stored('EchoDone') === questionId) return
    isAsked.current = true
    void call('comment', 'GET /comment/echo', { questionId }).then((result) => {
      if (!result.ok || $user.get()?.userId !== person) return
      if (result.results.length === 0) return finish(questionId)
      setEcho({ person, answers: result.results })
    })
  }, [person, questionId])
  const foot = echo && document.querySelector('.question-foot')
  if (!foot || user?.userId !== echo.person) return null
  const dismiss = () => {
    finish(questionId)
    setEcho(undefined)
    focusList()
  }
  return createPortal(<Card t={t} answers={echo.answers} onDismiss={dismiss} />, foot)
}

const finish = (questionId: string): void => storedTokens()?.storage.setItem('EchoDone', questionId)

interface CardProps {
  t: Translate
  answers: readonly OwnComment[]
  onDismiss: () => void
}

function Card({ t, answers, onDismiss }: CardProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isUp, setUp] = useState(false)
  const first = answers[0]!
  const when = t('echo.when', { date: formatDate(t, 'dd_mm_yyyy', first.lastUpdated * 1000) })
  const question = questionText(first.question, pageLanguage())
  const isSame = question === document.getElementById('question')?.textContent

  // Closes on an outside press.
  useEffect(() => {
    if (!isOpen) return undefined
    const close = ({ target }: Event) => {
      if (!details.current!.contains(target as Node)) details.current!.open = false
    }
    addEventListener('pointerdown', close)
    return () => removeEventListener('pointerdown', close)
  }, [isOpen])
  const toggle = () => {
    const { open } = details.current!
    const { bottom } = details.current!.querySelector('.echo-card')!.getBoundingClientRect()
    setOpen(open)
    setUp(open && bottom > innerHeight)
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    details.current!.open = false
    details.current!.querySelector('summary')!.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes it
    <details
      ref={details}
      className="echo"
      data-up={isUp ? '' : undefined}
      onToggle={toggle}
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary>
        <span className="visually-hidden">{`${t('echo.label')} `}</span>
        <span>{when}</span>
        <span className="echo-start" lang={first.lang}>
          {first.text}
        </span>
      </summary>
      <div className="echo-card">
        <p className="echo-when">{when}</p>
        {!isSame && <p className="echo-question">{question}</p>}
        {answers.map(({ commentId, text, lang }) => (
          <p key={commentId} className="echo-text" lang={lang} dir="auto">
            {text}
          </p>
        ))}
        <p className="echo-ways">
          <a href={questionPath(first.question.questionId)}>{t('echo.others')}</a>
          <a href="/reading">{t('echo.settings')}</a>
          <button type="button" onClick={onDismiss}>
            {t('echo.dismiss')}
          </button>
        </p>
      </div>
    </details>
  )
}
