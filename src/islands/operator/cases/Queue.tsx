import { useEffect, useRef, useState } from 'react'
import type { CaseSummary, Case, Decision } from '../../../contract/case-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { oneLine, timeOf } from '../format.ts'
import { useListener } from '../../ui/use-listener.ts'
import { usePages } from '../../ui/use-pages.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  cases: readonly CaseSummary[]
  openId: string | undefined
  index: number
  onOpen: (caseId: string) => void
  onStep: (by: 1 | -1) => void
}

export function Queue({ cases, openId, index, onOpen, onStep }: Props) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => void current.current?.scrollIntoView({ block: 'nearest' }), [openId])
  return (
    <nav className="desk-queue" aria-label={t('desk.queue')}>
      <p className="desk-steps">
        <Step name="previous" isPossible={index > 0} onPress={() => onStep(-1)} />
        <span>{index >= 0 && t('desk.position', { n: index + 1, total: cases.length })}</span>
        <Step name="next" isPossible={index < cases.length - 1} onPress={() => onStep(1)} />
      </p>
      <ol role="list">
        {cases.map((one) => (
          <li key={one.caseId}>
            <button
              ref={one.caseId === openId ? current : null}
              type="button"
              aria-current={one.caseId === openId || undefined}
              onClick={() => onOpen(one.caseId)}
            >
              <span className="desk-line" lang={one.language}>
                {one.text || missingText(one)}
              </span>
              <span className="field-hint">
                {one.isHeld && <span className="desk-dot" title={t('desk.held')} />}
                {oneLine(
                  one.decision && decisionText(one.decision),
                  one.state === 'appealed' && t('desk.appealed'),
                  ...one.categories.map(
                    ({ category, count }) =>
                      t(`category.${category}`) + (count > 1 ? ` × ${count}` : ''),
                  ),
                  one.replyDueAt ? dueText(one.replyDueAt) : one.hasRequest && t('desk.request'),
                  one.filter && t('desk.filter', { filter: filterName(one.filter) }),
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="desk-hint field-hint">{t('desk.keys')}</p>
    </nav>
  )
}

interface StepProps {
  name: 'previous' | 'next'
  isPossible: boolean
  onPress: () => void
}

function Step({ name, isPossible, onPress }: StepProps) {
  return (
    <button type="button" aria-label={t(`desk.${name}`)} disabled={!isPossible} onClick={onPress}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M12.5 4 6.5 10l6 6" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </button>
  )
}

const decisionText = ({ action, moderator, decidedAt }: Decision) =>
  oneLine(t(`desk.action.${action}`), moderator, timeOf(decidedAt))

/** Name of a filter; an unknown one keeps its own. */
export function filterName(name: string): string {
  const words = t(`desk.found.${name as 'links'}`)
  return words.startsWith('desk.') ? name : words
}

export const dueText = (dueAt: number): string =>
  t(dueAt * 1000 <= serverNow() ? 'desk.replyOverdue' : 'desk.replyDue', { time: timeOf(dueAt) })

export const missingText = ({ isAboutAccount, author }: CaseSummary): string =>
  isAboutAccount ? t('desk.accountText', { author }) : t('desk.erased')

/** Page size; the next page loads when its end is near. */
const PAGE = 50

export const queueViews = ['waiting', 'closed'] as const
export type QueueView = (typeof queueViews)[number]

const caseOfAddress = () => /^#([\w-]{22})$/.exec(globalThis.location?.hash)?.[1]

export function useQueue(view: QueueView) {
  const queue = usePages<CaseSummary>(
    (known) => {
      const range = { limit: String(PAGE), after: known.at(-1)?.caseId }
      return call('moderation', 'GET /case', view === 'closed' ? { state: view, ...range } : range)
    },
    { key: view, size: PAGE },
  )
  const { more } = queue
  const cases = queue.isStale ? undefined : queue.list
  const [linkedId, setLinkedId] = useState(caseOfAddress)
  const [chosenId, setChosenId] = useState(linkedId)
  /** The address follows, so that Back leads here and a link works again. */
  const choose = (caseId: string | undefined) => {
    setChosenId(caseId)
    history.replaceState(history.state, '', caseId ? `#${caseId}` : location.pathname)
  }
  /** Opens a case that may be in no list. */
  const link = (caseId: string | undefined) => {
    setLinkedId(caseId)
    choose(caseId)
  }
  useListener('hashchange', () => {
    const linked = caseOfAddress()
    // Not by the skip link.
    if (linked || !location.hash) link(linked)
  })
  const found = cases?.findIndex(({ caseId }) => caseId === chosenId) ?? -1
  // The case that a link names may be in no list.
  const isLinked = found < 0 && Boolean(chosenId) && chosenId === linkedId
  const index = isLinked ? -1 : Math.max(found, 0)
  const openId = isLinked ? linkedId : cases?.[index]?.caseId
  const detail = useLoad<Case[]>(async () => {
    if (openId) return call('moderation', 'GET /case/detail', { caseId: openId })
    return { ok: true, status: 200, results: [] }
  }, openId)
  const opened = detail.value?.find(({ caseId }) => caseId === openId)

  const step = (by: 1 | -1) => {
    const next = cases?.[index + by]
    if (!next) return
    choose(next.caseId)
    if (index + by > cases.length - 5) more?.()
  }
  /** Removes the open case and opens the next; whether there is one. */
  const drop = (): boolean => {
    const next = cases?.[index + 1] ?? cases?.[index - 1]
    queue.change((list) => list.filter((one) => one !== cases?.[index]))
    choose(next?.caseId)
    return next !== undefined
  }
  /** Shows a case's new state, if it is still open, and in the list what it waits for. */
  const show = (one: Case) => {
    const { caseId, state } = one
    detail.setValue((shown) => shown?.map((other) => (other.caseId === caseId ? one : other)))
    queue.change((list) =>
      list.map((other) => (other.caseId === caseId && other.state === state ? one : other)),
    )
  }
  const failure = queue.failure ?? detail.failure
  return {
    cases,
    opened,
    openId,
    open: choose,
    link,
    index,
    failure,
    retry: queue.failure ? queue.retry : detail.retry,
    step,
    drop,
    show,
    reload: queue.reload,
  }
}
