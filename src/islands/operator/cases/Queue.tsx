import { useEffect, useRef } from 'react'
import type { Case, CaseSummary } from '../../../contract/case-schemas.ts'
import { urgentCategories } from '../../../domain/moderation.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { t } from '../../../i18n/translate.ts'
import { QuietButton } from '../../ui/Form.tsx'
import { Badge } from '../Badge.tsx'
import { clockOf, dayOf, oneLine, shortDay } from '../format.ts'
import { serverNow } from '../../../api/server-clock.ts'

interface Props {
  cases: readonly CaseSummary[]
  openId: string | undefined
  /** On a phone in place of the list. */
  isOpen: boolean
  more: (() => void) | undefined
}

export function Queue({ cases, openId, isOpen, more }: Props) {
  const current = useRef<HTMLAnchorElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
    // Back on a phone hides the case that had the focus.
    if (wasOpen.current && !isOpen && !document.activeElement?.closest('nav'))
      current.current?.focus()
    wasOpen.current = isOpen
  }, [openId, isOpen])
  return (
    <nav className="desk-queue" aria-label={t('desk.queue')}>
      <ol role="list">
        {cases.map((one) => (
          <li key={one.caseId}>
            <a
              ref={one.caseId === openId ? current : null}
              href={`#${one.caseId}`}
              aria-current={one.caseId === openId || undefined}
            >
              <span className="desk-line" lang={one.language}>
                {one.text || missingText(one)}
              </span>
              <span className="desk-state">
                <WaitingBadges {...{ one }} />
                {[
                  one.isHeld && t('desk.notPublic'),
                  one.decision &&
                    oneLine(t(`desk.action.${one.decision.action}`), one.decision.moderator),
                  one.decision?.isUpheld && t('desk.kept'),
                  ...one.categories.map(
                    ({ category, count }) =>
                      t(`category.${category}`) + (count > 1 ? `\u00a0×\u00a0${count}` : ''),
                  ),
                  one.filter && t('desk.filter', { filter: filterName(one.filter) }),
                  one.author,
                  shortTimeOf(one.decision?.decidedAt ?? one.waitingSince),
                ].map((fact, at) => fact && <span key={at}>{fact}</span>)}
              </span>
            </a>
          </li>
        ))}
      </ol>
      {more && <QuietButton onClick={more}>{t('desk.more')}</QuietButton>}
      <p className="desk-hint field-hint">{t('desk.keys')}</p>
    </nav>
  )
}

/** What it waits for; what waits for its author, or for another moderator, does not stand out. */
export function WaitingBadges({ one }: { one: CaseSummary }) {
  const { replyDueAt = 0 } = one
  const Request = replyDueAt * 1000 > serverNow() ? 'span' : Badge
  const Appeal = one.isOwnDecision ? 'span' : Badge
  return (
    <>
      {isUrgent(one) && <Badge kind="held">{t('desk.urgent')}</Badge>}
      {one.state === 'appealed' && <Appeal>{t('desk.appealed')}</Appeal>}
      {one.hasRequest && (
        <Request>
          {replyDueAt ? dueText(replyDueAt) : t(one.hasReply ? 'desk.replied' : 'desk.request')}
        </Request>
      )}
    </>
  )
}

/** Comes first in the queue. */
export const isUrgent = ({ state, categories }: CaseSummary): boolean =>
  state === 'open' && categories.some(({ category }) => urgentCategories.includes(category))

/** Unbroken, without what goes without saying: today, this year. */
export function shortTimeOf(seconds: number): string {
  const [day, today] = [seconds * 1000, serverNow()].map(tokyoDay)
  if (day === today) return clockOf(seconds)
  const date = day!.slice(0, 4) === today!.slice(0, 4) ? shortDay(day!) : dayOf(seconds)
  return `${date}\u00a0${clockOf(seconds)}`
}

/** The last decision on a closed case or its appeal, and by whom; empty where the reader is not told. */
export function decisionText({ state, history: [last] }: Case): string {
  const [, of, action] = /^(decide|appeal):(.+)/.exec(last?.action ?? '') ?? []
  if (state !== 'closed' || !last || !of) return ''
  return oneLine(t(`desk.action.${action as 'hide'}`), last.actor, shortTimeOf(last.at))
}

/** Name of a filter; an unknown one keeps its own. */
export function filterName(name: string): string {
  const words = t(`desk.found.${name as 'links'}`)
  return words.startsWith('desk.') ? name : words
}

export const dueText = (dueAt: number): string =>
  t(dueAt * 1000 <= serverNow() ? 'desk.replyOverdue' : 'desk.replyDue', {
    time: shortTimeOf(dueAt),
  })

export const missingText = ({ isAboutAccount, author }: CaseSummary): string =>
  isAboutAccount ? t('desk.accountText', { author }) : t('desk.erased')
