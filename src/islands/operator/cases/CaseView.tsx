import type { Ref } from 'react'
import type { Case, Decision } from '../../../contract/case-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { textIn } from '../../../stores/language.ts'
import { entryWords, finderWords, missingText } from './case-text.ts'
import { Section } from '../DeskFailure.tsx'
import { dayOf, timeOf } from '../format.ts'
import { serverNow } from '../../../api/server-clock.ts'

interface Props {
  t: Translate
  one: Case
  heading: Ref<HTMLHeadingElement>
  onInquire: (reference: string) => void
}

export function CaseView({ t, one, heading, onInquire }: Props) {
  const { authorInfo, question, appeal } = one
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('desk.author')}: {one.author || t('desk.authorGone')}
      </h2>
      <CaseState t={t} one={one} />
      <blockquote className="desk-post" lang={one.language}>
        {one.text || <span className="field-hint">{t(missingText(one))}</span>}
      </blockquote>
      <p className="desk-author">
        <strong translate="no">{one.author || t('desk.authorGone')}</strong>
        {!one.isAboutAccount && <span>{timeOf(t, one.comment.postedAt)}</span>}
        {authorInfo && (
          <span>{t('desk.memberSince', { date: dayOf(t, authorInfo.memberSince) })}</span>
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
      <CaseReports t={t} one={one} onInquire={onInquire} />
      {one.decisions.length > 0 && (
        <Section title={t('desk.decisions')}>
          <Decisions t={t} decisions={one.decisions} />
        </Section>
      )}
      {authorInfo && authorInfo.earlierDecisions.length > 0 && (
        <details open>
          <summary>{t('desk.earlier', { count: authorInfo.earlierDecisions.length })}</summary>
          <Decisions t={t} decisions={authorInfo.earlierDecisions} />
        </details>
      )}
      {authorInfo && authorInfo.otherPosts.length > 0 && (
        <details>
          <summary>{t('desk.otherPosts', { count: authorInfo.otherPosts.length })}</summary>
          <ul role="list">
            {authorInfo.otherPosts.map(({ text, postedAt }) => (
              <li key={`${postedAt}${text}`}>
                <p className="desk-words">{text}</p>
                <p className="field-hint">{timeOf(t, postedAt)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {one.history.length > 0 && (
        <details>
          <summary>{t('desk.history', { count: one.history.length })}</summary>
          <ul role="list">
            {one.history.map((entry, index) => (
              <li key={index}>
                <p className="desk-words">{entryWords(t, entry)}</p>
                <p className="field-hint" translate="no">
                  {timeOf(t, entry.at)} {entry.actor}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function CaseState({ t, one }: { t: Translate; one: Case }) {
  const ofPost = one.isHeld ? 'held' : one.comment.isDeleted ? 'deleted' : 'visible'
  const kind = one.isAboutAccount ? 'aboutAccount' : ofPost
  return (
    <p className="desk-state">
      <span className="desk-badge" data-kind={kind}>
        {t(`desk.${kind}`)}
      </span>
      {one.state === 'appealed' && <span className="desk-badge">{t('desk.appealed')}</span>}
      {one.hasRequest && <span className="desk-badge">{t('desk.request')}</span>}
      <span>{t('desk.weight', { weight: Math.round(one.score * 10) / 10 })}</span>
      <span>{t('desk.since', { time: timeOf(t, one.waitingSince) })}</span>
      {one.filter && <span>{t('desk.filter', { filter: finderWords(t, one.filter) })}</span>}
    </p>
  )
}

function Decisions({ t, decisions }: { t: Translate; decisions: readonly Decision[] }) {
  return (
    <ul role="list">
      {decisions.map(({ decisionId, action, until, ground, explanation, decidedAt, moderator }) => (
        <li key={decisionId}>
          <strong>{t(`desk.action.${action}`)}</strong>
          {until && ` (${timeOf(t, until)})`}
          <p className="desk-words">{[ground?.text, explanation].filter(Boolean).join(' — ')}</p>
          <p className="field-hint" translate="no">
            {timeOf(t, decidedAt)} {moderator}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface CaseReportsProps {
  t: Translate
  one: Case
  onInquire: (reference: string) => void
}

function CaseReports({ t, one, onInquire }: CaseReportsProps) {
  return (
    <>
      {one.reports.length > 0 && (
        <Section title={t('desk.reports')}>
          <ul role="list">
            {one.categories.map(({ category, count }) => (
              <li key={category}>
                <strong>{t(`category.${category}`)}</strong> {count > 1 && `× ${count}`}
                {one.reports
                  .filter((report) => report.category === category)
                  .map(({ reference, words, illegal, isGuest, reportedAt }) => (
                    <div key={reference} className="desk-report">
                      {illegal && <p className="desk-words">{illegal}</p>}
                      {words && <p className="desk-words">{words}</p>}
                      <p className="field-hint" translate="no">
                        {timeOf(t, reportedAt)} {reference} {isGuest && t('desk.reportGuest')}
                      </p>
                    </div>
                  ))}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {one.requests.length > 0 && (
        <Section title={t('desk.requests')}>
          <ul role="list">
            {one.requests.map((request) => (
              <li key={request.reference}>
                <strong>{request.right}</strong>
                <p className="desk-words">{request.reason}</p>
                <p className="field-hint">
                  {t(`desk.kind.${request.kind}`)}
                  <br />
                  {t('desk.requestFrom', { name: request.name })} {dayOf(t, request.requestedAt)}{' '}
                  <span translate="no">{request.reference}</span>
                </p>
                <Inquiry t={t} request={request} onInquire={onInquire} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type RequestProps = Pick<CaseReportsProps, 't' | 'onInquire'> & {
  request: Case['requests'][number]
}

function Inquiry({ t, request, onInquire }: RequestProps) {
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
    const time = timeOf(t, replyDueAt)
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
