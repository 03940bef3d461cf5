import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DeskFailure, DeskRefusal, isRefused } from '../DeskFailure.tsx'
import { LazyPart } from '../LazyPart.tsx'
import type { Case } from '../../../contract/case-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { focusAtMount } from '../../ui/Form.tsx'
import { useListener } from '../../ui/use-listener.ts'
import type { Statements } from '../statement-draft.ts'
import { choicesOf, letters, type Choice, useDecision } from './use-decision.ts'
import { DeskViews, useFragment } from '../DeskViews.tsx'
import { Queue } from './Queue.tsx'
import { isCaseId, queueViews, useQueue } from './use-queue.ts'
import { useRefresh } from '../use-refresh.ts'

const FindCase = lazy(() => import('./FindCase.tsx'))
const CaseView = lazy(() => import('./CaseView.tsx'))
const DecisionForm = lazy(() => import('./DecisionForm.tsx'))

const views = [...queueViews, 'find'] as const
const isKnown = (name: string) => isCaseId(name) || views.some((view) => view === name)

/** The moderators' desk (`docs/product.md#moderators-desk`). */
export default function CaseDesk({ statements }: { statements: Statements }) {
  const fragment = useFragment(isKnown)
  const isFinding = fragment === 'find'
  const queue = useQueue(fragment)
  const { view, cases, opened, openId, isGone, failure, more, drop, show, reload } = queue
  const [{ said, decidedId }, setSaid] = useState<{ said?: string; decidedId?: string }>({})
  const heading = useRef<HTMLHeadingElement>(null)

  const onDecided = (choice: Choice, one?: Case) => {
    const action = t(`desk.action.${choice}`)
    const isKept = view === 'closed' && one
    if (isKept) onChanged(one)
    const said = isKept ? 'desk.redecided' : drop() ? 'desk.decided' : 'desk.decidedLast'
    setSaid({ said: t(said, { action }), ...(openId && { decidedId: openId }) })
  }
  const onChanged = (one: Case) => {
    show(one)
    reload()
  }
  const onGone = (said: string) => {
    setSaid({ said })
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }
  const decision = useDecision({ statements, opened, onChanged, onDecided, onGone })
  const { draft } = decision
  const [waiting, setWaiting] = useState('')
  const found = cases?.filter(({ state }) => state !== 'closed').length || ''
  const count = found && more ? `${found}+` : `${found}`
  // The decided list keeps the last count.
  if (view === 'waiting' && cases && count !== waiting) setWaiting(count)
  const viewText = (name: (typeof views)[number]) =>
    name === 'waiting' && waiting
      ? t('desk.view.counted', { count: waiting })
      : t(`desk.view.${name}`)

  const shownId = opened?.caseId
  const isOpen = fragment === openId
  useEffect(() => {
    if (shownId && isOpen) scrollTo({ top: 0 })
  }, [shownId, isOpen])

  /** A letter that is pressed while its case loads. */
  const early = useRef<{ id: string | undefined; choice: Choice }>(undefined)
  const onShown = useEffectEvent(() => {
    const { id, choice } = early.current ?? {}
    early.current = undefined
    if (choice && id === shownId) decision.choose(choice)
  })
  useEffect(() => onShown(), [shownId])

  const cancel = () => {
    decision.change(undefined)
    heading.current?.focus()
  }
  useListener('focus', ({ target }) => !(target instanceof Element) && reload())
  useRefresh(() => !failure && reload())
  useListener('keydown', (event) => {
    const { target } = event
    const isIn = (selector: string) => target instanceof Element && target.closest(selector)
    // The list may be in the place of the case (`styles/operator/desk.css`).
    const isShown = isOpen || matchMedia('(min-width: 64rem)').matches
    if (event.isComposing || isFinding || !isShown) return
    // A form has an Escape of its own.
    if (event.key === 'Escape' && draft && !draft.isTyped && !isIn('form')) return cancel()
    if (isIn('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    const chosen = (Object.keys(letters) as Choice[]).find((name) => letters[name] === event.key)
    if (by && !draft) queue.step(by)
    else if (chosen && opened) decision.choose(chosen)
    else if (chosen) early.current = { id: openId, choice: chosen }
    else return
    event.preventDefault()
  })

  const back = (
    <a className="desk-back" href={`#${view}`}>
      {viewText(view)}
    </a>
  )
  if (isRefused(failure)) return <DeskRefusal />
  return (
    <div
      className="desk"
      data-open={isOpen || undefined}
      aria-busy={!opened && !isGone && !failure && cases?.length !== 0}
      onClickCapture={() => setSaid({})}
    >
      <div className="desk-side">
        <DeskViews {...{ views, current: isFinding ? fragment : view }} textOf={viewText} />
        <p className="form-notice desk-said" role="status">
          {cases || failure ? said : t('desk.loading')}
          {decidedId && decidedId !== openId && (
            <>
              {' '}
              <a href={`#${decidedId}`}>{t('desk.lastCase')}</a>
            </>
          )}
        </p>
        {!isFinding && cases && cases.length > 0 && <Queue {...{ cases, openId, isOpen, more }} />}
      </div>
      <LazyPart>{isFinding && <FindCase />}</LazyPart>
      {failure && <DeskFailure failure={failure} onRetry={queue.retry} />}
      {!isFinding && cases?.length === 0 && !openId && (
        <div className="desk-empty">
          <p className="desk-empty-title">
            {t(view === 'closed' ? 'desk.emptyDecided' : 'desk.empty')}
          </p>
          {view === 'waiting' && <p className="field-hint">{t('desk.emptyHint')}</p>}
        </div>
      )}
      {!isFinding && isGone && (
        <article className="desk-case">
          {back}
          <p role="alert" ref={focusAtMount} tabIndex={-1}>
            {t('desk.gone')}
          </p>
        </article>
      )}
      {!isFinding && opened && (
        <LazyPart>
          <article className="desk-case">
            {back}
            <CaseView one={opened} {...{ heading, isOpen }} onInquire={decision.inquire} />
          </article>
          <div className="desk-decision">
            <div className="desk-actions" role="group" aria-label={t('desk.decide')}>
              {choicesOf(opened).map((name) => (
                <button
                  key={name}
                  type="button"
                  data-choice={name}
                  aria-pressed={draft?.choice === name}
                  onClick={() => decision.choose(name)}
                >
                  {t(`desk.action.${name}`)} <kbd aria-hidden="true">{letters[name]}</kbd>
                </button>
              ))}
            </div>
            <LazyPart>
              {/* Loads with the case: Enter may follow a letter at once. */}
              <DecisionForm
                key={`${shownId} ${draft?.choice}`}
                {...{ one: opened, draft, statements }}
                onChange={decision.change}
                onConfirm={decision.confirm}
                onCancel={cancel}
              />
            </LazyPart>
          </div>
        </LazyPart>
      )}
    </div>
  )
}
