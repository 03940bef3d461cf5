import { useEffect, useRef, useCallback, useState } from 'react'
import type { CaseSummary, Case } from '../../../contract/case-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { finderWords, missingText } from './case-text.ts'
import type { Failure } from '../../../api/result.ts'
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
        <button
          type="button"
          aria-label={t('desk.previous')}
          disabled={index <= 0}
          onClick={() => onStep(-1)}
        >
          <Arrow />
        </button>
        <span>{t('desk.position', { n: index + 1, total: cases.length })}</span>
        <button
          type="button"
          aria-label={t('desk.next')}
          disabled={index >= cases.length - 1}
          onClick={() => onStep(1)}
        >
          <Arrow />
        </button>
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
                {one.text || t(missingText(one))}
              </span>
              <span className="field-hint">
                {one.isHeld && <span className="desk-dot" title={t('desk.held')} />}
                {[
                  one.state === 'appealed' && t('desk.appealed'),
                  ...one.categories.map(
                    ({ category, count }) =>
                      t(`category.${category}`) + (count > 1 ? ` × ${count}` : ''),
                  ),
                  one.hasRequest && t('desk.request'),
                  one.filter && t('desk.filter', { filter: finderWords(one.filter) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="desk-hint field-hint">{t('desk.keys')}</p>
    </nav>
  )
}

function Arrow() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M12.5 4 6.5 10l6 6" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}

/** Page size; the next page loads when its end is reached. */
const PAGE = 50

export function useQueue() {
  const [cases, setCases] = useState<CaseSummary[]>()
  const [opened, setOpened] = useState<Case>()
  const [openId, setOpenId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const hasMore = useRef(false)

  const load = useCallback(async (after?: string) => {
    const result = await call('moderation', 'GET /case', { limit: String(PAGE), after })
    if (!result.ok) return setFailure(result)
    setFailure(undefined)
    hasMore.current = result.results.length === PAGE
    setCases((known = []) => (after ? [...known, ...result.results] : result.results))
    if (!after) setOpenId(result.results[0]?.caseId)
  }, [])
  useEffect(() => void load(), [load])

  /** Loads a case; drops a stale response. */
  const read = useCallback(async (caseId: string) => {
    const result = await call('moderation', 'GET /case/detail', { caseId })
    const [one] = result.ok ? result.results : []
    setOpenId((current) => {
      if (current === caseId && one) setOpened(one)
      if (current === caseId && !result.ok) setFailure(result)
      return current
    })
    return one
  }, [])
  useEffect(() => {
    setOpened(undefined)
    if (openId) void read(openId)
  }, [openId, read])

  const index = cases?.findIndex(({ caseId }) => caseId === openId) ?? -1
  const step = (by: 1 | -1) => {
    const next = cases?.[index + by]
    if (!next) return
    setOpenId(next.caseId)
    const last = cases?.at(-1)
    if (hasMore.current && last && index + by > cases.length - 5) void load(last.caseId)
  }
  /** Removes the open case and opens the next; whether there is one. */
  const drop = (): boolean => {
    const rest = cases?.filter(({ caseId }) => caseId !== openId) ?? []
    const next = rest[index] ?? rest.at(-1)
    setCases(rest)
    setOpenId(next?.caseId)
    if (!next && hasMore.current) void load()
    return next !== undefined
  }
  return { cases, opened, setOpened, openId, setOpenId, index, failure, load, read, step, drop }
}
