import { Children, type ReactNode } from 'react'
import type { Decision } from '../../contract/case-schemas.ts'
import { serverNow } from '../../api/server-clock.ts'
import { t } from '../../i18n/translate.ts'
import { dayOf, oneLine, suspensionText, timeOf } from './format.ts'
import { SEPARATOR } from './separator.ts'

interface Props {
  title: string
  isOpen?: boolean
  children: ReactNode
}

/** A titled list that folds; nothing where it is empty. */
export function Entries({ title, isOpen = true, children }: Props) {
  const entries = Children.toArray(children)
  if (entries.length === 0) return null
  return (
    <details className="desk-entries" open={isOpen}>
      <summary>{title}</summary>
      <ul role="list">{entries}</ul>
    </details>
  )
}

interface EntryProps {
  title?: ReactNode
  /** A post, cut to one line. */
  post?: string | undefined
  words?: string | undefined
  /** Names, times and numbers, which are not translated, or a sentence. */
  note?: string
  /** A number, on one line. */
  reference?: string
  children?: ReactNode
}

export function Entry({ title, post, words, note, reference, children }: EntryProps) {
  return (
    <li>
      {title && <strong>{title}</strong>}
      {post && <p className="desk-line">{post}</p>}
      {words && <p className="desk-words">{words}</p>}
      {note && (
        <p className="field-hint" translate="no">
          {note + (reference ? SEPARATOR : '')}
          {reference && <span className="desk-number">{reference}</span>}
        </p>
      )}
      {children}
    </li>
  )
}

/** When, by whom and until when, on one line. */
export const decisionNote = ({ decidedAt, moderator, until, endedAt, ...made }: Decision) =>
  oneLine(
    timeOf(decidedAt),
    moderator,
    until && t('desk.until', { time: timeOf(until) }),
    endedAt && t(made.isReplaced ? 'desk.replaced' : 'desk.ended', { date: dayOf(endedAt) }),
    made.isUpheld && t('desk.kept'),
  )

/** As the decision that is in force the longest suspends the account; empty where none does. */
export function suspensionBy(decisions: readonly Decision[]): string {
  const [last] = decisions
    .filter(({ action, endedAt }) => !endedAt && (action === 'pause' || action === 'ban'))
    .map(({ until = Infinity }) => until)
    .filter((until) => until * 1000 > serverNow())
    .sort((one, other) => other - one)
  return last ? suspensionText(last === Infinity ? null : last) : ''
}

/** Decisions, the newest first, of one case or, with a `caseId`, of several. */
export const decisionEntries = (
  decisions: readonly (Decision & { caseId?: string; text?: string })[],
  translationOf?: (words: string) => ReactNode,
) =>
  decisions.map((one, at) => {
    const { decisionId, caseId, text, ground, explanation } = one
    const words = [ground?.text, explanation].filter(Boolean).join(' — ')
    const later = decisions.slice(0, at).findLast((other) => other.caseId === caseId)
    const action = t(`desk.action.${one.action}`)
    const name = later ? <s>{action}</s> : action
    return (
      <Entry
        key={decisionId}
        title={caseId ? <a href={`/operator/cases#${caseId}`}>{name}</a> : name}
        post={text === '' ? t('desk.erased') : text}
        words={words}
        note={oneLine(
          decisionNote(one),
          later && t(later.action === 'reverse' ? 'desk.reversed' : 'desk.superseded'),
        )}
      >
        {translationOf?.(words)}
      </Entry>
    )
  })
