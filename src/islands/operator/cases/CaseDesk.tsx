import { useEffect, useRef, useState } from 'react'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { useListener } from '../../ui/use-listener.ts'
import { failureText } from '../../ui/failure-text.ts'
import { CaseView } from './CaseView.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { DeskFailure } from '../DeskFailure.tsx'
import { choicesOf, letters, type Choice, type Statements, useDecision } from './use-decision.ts'
import { Queue, useQueue } from './Queue.tsx'

interface Props {
  messages: Messages
  statements: Statements
}

/** The moderators' desk (`docs/product.md#moderators-desk`). */
export default function CaseDesk({ messages, statements }: Props) {
  setWords(messages)
  const { cases, opened, openId, open, index, failure, retry, step, drop, show } = useQueue()
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)

  const onDecided = (choice: Choice) => {
    const action = t(`desk.action.${choice}`)
    setSaid(t(drop() ? 'desk.decided' : 'desk.decidedLast', { action }))
  }
  const decision = useDecision({ statements, opened, onChanged: show, onDecided })
  const { draft } = decision

  // Focus the heading, so that screen readers start at the top.
  const shownId = opened?.caseId
  useEffect(() => {
    if (!shownId) return
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [shownId])
  const choice = draft?.choice
  useEffect(() => {
    if (!choice) return
    confirmButton.current?.focus({ preventScroll: true })
    // The form covers half of a phone: keep the post above it.
    if (matchMedia('(width < 48rem)').matches)
      heading.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [choice])

  useListener('keydown', (event) => {
    if (event.key === 'Escape' && draft) {
      decision.change(undefined)
      return heading.current?.focus()
    }
    const { target } = event
    const isTyping = target instanceof Element && target.matches('input, textarea, select')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    const chosen = (Object.keys(letters) as Choice[]).find((name) => letters[name] === event.key)
    if (by && !draft && opened?.state === 'closed') drop()
    else if (by && !draft) step(by)
    else if (chosen) decision.choose(chosen)
    else return
    event.preventDefault()
  })

  if (failure && !cases) return <DeskFailure failure={failure} onRetry={retry} />
  return (
    <div className="desk">
      <p className="form-notice desk-said" role="status">
        {cases ? said : t('desk.loading')}
      </p>
      {cases?.length === 0 && (
        <div className="desk-empty">
          <p className="desk-empty-title">{t('desk.empty')}</p>
          <p className="field-hint">{t('desk.emptyHint')}</p>
        </div>
      )}
      {cases && cases.length > 0 && (
        <>
          <Queue {...{ cases, openId, index }} onOpen={open} onStep={step} />
          <article className="desk-case" aria-busy={!opened}>
            {opened && <CaseView one={opened} heading={heading} onInquire={decision.inquire} />}
            {failure && <p className="form-error">{failureText(failure)}</p>}
            {opened && (
              <div className="desk-decision">
                {draft && (
                  <DecisionForm
                    key={`${shownId} ${draft.choice}`}
                    {...{ one: opened, draft, statements }}
                    confirmRef={confirmButton}
                    onChange={decision.change}
                    onConfirm={decision.confirm}
                  />
                )}
                <FormProblem text={decision.problem} />
                <div className="desk-actions" role="group" aria-label={t('desk.decide')}>
                  {choicesOf(opened).map((name) => (
                    <button
                      key={name}
                      type="button"
                      data-choice={name}
                      aria-pressed={choice === name}
                      aria-keyshortcuts={letters[name]}
                      onClick={() => decision.choose(name)}
                    >
                      {t(`desk.action.${name}`)} <kbd aria-hidden="true">{letters[name]}</kbd>
                    </button>
                  ))}
                </div>
              </div>
            )}
          </article>
        </>
      )}
    </div>
  )
}
