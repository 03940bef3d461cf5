import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { questionPath, questionText } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { Menu } from '../ui/Menu.tsx'
import { focusList } from './comment-list.ts'

/**
 * The person's earlier answer (`docs/product.md#echo`), a line below the question that opens a
 * card. Absolute, so nothing shifts. Fetches once per question.
 */
export function Echo({ questionId }: { questionId: string }) {
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
  const { answers } = echo
  const first = answers[0]!
  const when = t('echo.when', { date: formatDate(t, 'dd_mm_yyyy', first.lastUpdated * 1000) })
  const question = questionText(first.question, pageLanguage())
  const isSame = question === document.getElementById('question')?.textContent
  const line = (
    <>
      <span className="visually-hidden">{`${t('echo.label')} `}</span>
      <span>{when}</span>
      <span className="echo-start" lang={first.lang}>
        {first.text}
      </span>
    </>
  )
  const menu = (
    <Menu className="echo" icon={line}>
      {() => (
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
            <button type="button" onClick={dismiss}>
              {t('echo.dismiss')}
            </button>
          </p>
        </div>
      )}
    </Menu>
  )
  return createPortal(menu, foot)
}

const finish = (questionId: string): void => storedTokens()?.storage.setItem('EchoDone', questionId)
