import { Children, type ReactNode } from 'react'
import type { Decision } from '../../contract/case-schemas.ts'
import { t } from '../../i18n/translate.ts'
import { dayOf, oneLine, timeOf } from './format.ts'
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
  words?: string
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

/** Decisions, the newest first, of one case or, with a `caseId`, of several. */
export const decisionEntries = (
  decisions: readonly (Decision & { caseId?: string; text?: string })[],
) =>
  decisions.map(({ decisionId, caseId, text, until, ground, explanation, ...made }, at) => {
    const later = decisions.slice(0, at).findLast((one) => one.caseId === caseId)
    const { endedAt, isReplaced } = made
    const action = t(`desk.action.${made.action}`)
    const name = later ? <s>{action}</s> : action
    return (
      <Entry
        key={decisionId}
        title={caseId ? <a href={`/operator/cases#${caseId}`}>{name}</a> : name}
        post={text}
        words={[ground?.text, explanation].filter(Boolean).join(' — ')}
        note={oneLine(
          timeOf(made.decidedAt),
          made.moderator,
          until && t('desk.until', { time: timeOf(until) }),
          endedAt && t(isReplaced ? 'desk.replaced' : 'desk.ended', { date: dayOf(endedAt) }),
          later && t(later.action === 'reverse' ? 'desk.reversed' : 'desk.superseded'),
        )}
      />
    )
  })
