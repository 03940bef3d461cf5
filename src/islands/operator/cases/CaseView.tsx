import type { ReactNode, Ref } from 'react'
import type { Case, Decision } from '../../../contract/case-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { textIn } from '../../../stores/language.ts'
import { entryWords, finderWords, missingText } from './case-text.ts'
import { Section } from '../DeskFailure.tsx'
import { dayOf, timeOf } from '../format.ts'
import { serverNow } from '../../../api/server-clock.ts'

interface Props {
  one: Case
  heading: Ref<HTMLHeadingElement>
  onInquire: (reference: string) => void
}

export function CaseView({ one, heading, onInquire }: Props) {
  const { authorInfo, question, appeal } = one
  const ofPost = one.isHeld ? 'held' : one.comment.isDeleted ? 'deleted' : 'visible'
  const kind = one.isAboutAccount ? 'aboutAccount' : ofPost
  const { earlierDecisions = [], otherPosts = [] } = authorInfo ?? {}
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('desk.author')}: {one.author || t('desk.authorGone')}
      </h2>
      <p className="desk-state">
        <span className="desk-badge" data-kind={kind}>
          {t(`desk.${kind}`)}
        </span>
        {one.state === 'appealed' && <span className="desk-badge">{t('desk.appealed')}</span>}
        {one.hasRequest && <span className="desk-badge">{t('desk.request')}</span>}
        <span>{t('desk.since', { time: timeOf(one.waitingSince) })}</span>
        {one.filter && <span>{t('desk.filter', { filter: finderWords(one.filter) })}</span>}
      </p>
      <blockquote className="desk-post" lang={one.language}>
        {one.text || <span className="field-hint">{t(missingText(one))}</span>}
      </blockquote>
      <p className="desk-author">
        <strong translate="no">{one.author || t('desk.authorGone')}</strong>
        {!one.isAboutAccount && <span>{timeOf(one.comment.postedAt)}</span>}
        {authorInfo && (
          <span>{t('desk.memberSince', { date: dayOf(authorInfo.memberSince) })}</span>
        )}
        {authorInfo?.role && <span>{t(`desk.role.${authorInfo.role}`)}</span>}
      </p>
      {!one.isAboutAccount && (
        <p className="desk-question">
          <span className="desk-label">{t('desk.question')}</span>
          {textIn(question.texts)}
        </p>
      )}
      {appeal && (
        <Section title={t('desk.appealText')}>
          <p className="desk-words">{appeal.text}</p>
          {appeal.isOwnDecision && !appeal.outcome && (
            <p className="form-error">{t('desk.ownDecision')}</p>
          )}
          {appeal.isForOperators && !appeal.outcome && (
            <p className="form-error">{t('desk.operatorDecision')}</p>
          )}
        </Section>
      )}
      <Entries title={t('desk.reports')}>
        {(one.reports.length > 0 ? one.categories : [])

          .map(({ category, count }) => (
            <li key={category}>
              <strong>{t(`category.${category}`)}</strong> {count > 1 && `× ${count}`}
              {one.reports
                .filter((report) => report.category === category)
                .map(({ reference, words, illegal, isGuest, reportedAt }) => (
                  <div key={reference} className="desk-report">
                    {illegal && <p className="desk-words">{illegal}</p>}
                    {words && <p className="desk-words">{words}</p>}
                    <p className="field-hint" translate="no">
                      {timeOf(reportedAt)} {reference} {isGuest && t('desk.reportGuest')}
                    </p>
                  </div>
                ))}
            </li>
          ))}
      </Entries>
      <Entries title={t('desk.requests')}>
        {one.requests.map((request) => (
          <li key={request.reference}>
            <strong>{request.right}</strong>
            <p className="desk-words">{request.reason}</p>
            <p className="field-hint">
              {t(`desk.kind.${request.kind}`)}
              <br />
              {t('desk.requestFrom', { name: request.name })} {dayOf(request.requestedAt)}{' '}
              <span translate="no">{request.reference}</span>
            </p>
            <Inquiry request={request} onInquire={onInquire} />
          </li>
        ))}
      </Entries>
      <Entries title={t('desk.decisions')}>{decisionEntries(one.decisions)}</Entries>
      <Entries title={t('desk.earlier', { count: earlierDecisions.length })} isOpen>
        {decisionEntries(earlierDecisions)}
      </Entries>
      <Entries title={t('desk.otherPosts', { count: otherPosts.length })} isOpen={false}>
        {otherPosts.map(({ text, postedAt }) => (
          <li key={`${postedAt}${text}`}>
            <p className="desk-words">{text}</p>
            <p className="field-hint">{timeOf(postedAt)}</p>
          </li>
        ))}
      </Entries>
      <Entries title={t('desk.history', { count: one.history.length })} isOpen={false}>
        {one.history.map((entry, index) => (
          <li key={index}>
            <p className="desk-words">{entryWords(entry)}</p>
            <p className="field-hint" translate="no">
              {timeOf(entry.at)} {entry.actor}
            </p>
          </li>
        ))}
      </Entries>
    </>
  )
}

interface EntriesProps {
  title: string
  /** For a disclosure. */
  isOpen?: boolean
  children: readonly ReactNode[]
}

/** A titled list; nothing where it is empty. */
function Entries({ title, isOpen, children }: EntriesProps) {
  if (children.length === 0) return null
  const list = <ul role="list">{children}</ul>
  if (isOpen === undefined) return <Section title={title}>{list}</Section>
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      {list}
    </details>
  )
}

const decisionEntries = (decisions: readonly Decision[]) =>
  decisions.map(({ decisionId, action, until, ground, explanation, decidedAt, moderator }) => (
    <li key={decisionId}>
      <strong>{t(`desk.action.${action}`)}</strong>
      {until && ` (${timeOf(until)})`}
      <p className="desk-words">{[ground?.text, explanation].filter(Boolean).join(' — ')}</p>
      <p className="field-hint" translate="no">
        {timeOf(decidedAt)} {moderator}
      </p>
    </li>
  ))

type RequestProps = Pick<Props, 'onInquire'> & {
  request: Case['requests'][number]
}

function Inquiry({ request, onInquire }: RequestProps) {
  const { reference, replyDueAt, reply, replyText, outcome } = request
  if (reply)
    return (
      <p className="desk-clock">
        {t(`desk.reply.${reply}`)}
        {replyText && <span className="desk-words">{replyText}</span>}
      </p>
    )
  if (replyDueAt) {
    const isOver = replyDueAt * 1000 <= serverNow()
    const time = timeOf(replyDueAt)
    return (
      <p className="desk-clock">{t(isOver ? 'desk.replyOverdue' : 'desk.replyDue', { time })}</p>
    )
  }
  if (outcome) return null
  return (
    <button type="button" className="link-button" onClick={() => onInquire(reference)}>
      {t('desk.inquire')}
    </button>
  )
}
