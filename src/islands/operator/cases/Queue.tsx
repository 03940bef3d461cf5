import { useEffect, useRef } from 'react'
import type { CaseSummary } from '../../../contract/case-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { finderWords, missingText } from './case-text.ts'

interface Props {
  t: Translate
  cases: readonly CaseSummary[]
  openId: string | undefined
  /** Id of the open case. */
  index: number
  onOpen: (caseId: string) => void
  onStep: (by: 1 | -1) => void
}

/** The cases that wait, beside the open one; on a phone two arrows and the position. */
export function Queue({ t, cases, openId, index, onOpen, onStep }: Props) {
  const current = useRef<HTMLButtonElement>(null)
  // Newer browsers return a promise, which is no clean-up.
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
                  one.filter && t('desk.filter', { filter: finderWords(t, one.filter) }),
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
