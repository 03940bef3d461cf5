import { storedTokens } from '../../api/tokens.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { useLoad } from '../ui/use-load.ts'
import { LoadFailure } from '../ui/Form.tsx'
import { call } from '../../stores/call.ts'
import { useId, type ComponentProps } from 'react'
import type { ModerationNotice } from '../../contract/moderation-schemas.ts'
import { formatDate, formatTime } from '../../i18n/dates.ts'
import { AppealForm, ReplyForm } from './NoticeForms.tsx'
import type { Language } from '../../domain/language.ts'
import { writtenLanguage } from '../../domain/written-language.ts'

/** The person's moderation notices, newest first (`docs/product.md#notices-and-appeals`). */
export default function Notices() {
  const { value: notices, failure, retry } = useLoad(readNotices)

  return (
    <div className="notices" aria-busy={!notices && !failure}>
      <LoadFailure failure={failure} failed="notices.failed" onRetry={retry} />
      {notices?.map((notice) => (
        <NoticeCard key={notice.noticeId} notice={notice} />
      ))}
      {notices?.length === 0 && <p className="lead">{t('notices.empty')}</p>}
    </div>
  )
}

/** Marks notices as read; new ones keep their mark until the next visit. */
async function readNotices() {
  const result = await call('moderation', 'GET /notice', {})
  const noticeIds = result.ok
    ? result.results.flatMap(({ isRead, noticeId }) => (isRead ? [] : noticeId))
    : []
  if (noticeIds[0])
    void call('moderation', 'PUT /notice/read', { noticeIds }).then(({ ok }) => {
      if (ok) storedTokens()?.storage.removeItem('UnreadNotices')
    })
  return result
}

interface Props {
  notice: ModerationNotice
}

function NoticeCard({ notice }: Props) {
  const id = useId()
  const { kind, text, decision, createdAt, isRead } = notice
  const isKept = kind === 'inquiry' && notice.outcome === 'dismissed'
  return (
    <article className="notice" aria-labelledby={id}>
      <p className="notice-date field-hint">
        <time dateTime={new Date(createdAt * 1000).toISOString()}>
          {formatDate(t, 'dd_mm_yyyy', createdAt * 1000)}
        </time>
        {!isRead && <b>{t('notices.new')}</b>}
      </p>
      <h2 id={id}>{t(headingOf(notice))}</h2>
      {text && (
        <blockquote dir="auto" lang={languageOfText(text)}>
          {text}
        </blockquote>
      )}
      <Words notice={notice} />
      <Reasons notice={notice} />
      {notice.reference && (
        <p className="field-hint">{t('notices.reference', { reference: notice.reference })}</p>
      )}
      {kind === 'decision' && decision && notice.appealUntil && (
        <AppealForm decisionId={decision.decisionId} until={notice.appealUntil} />
      )}
      {notice.appealedAt && <p className="lead">{t('notices.appealPending')}</p>}
      {notice.replyDueAt && <ReplyForm noticeId={notice.noticeId} dueAt={notice.replyDueAt} />}
      {(isKept || notice.isReplied) && (
        <p className="form-notice">{t(isKept ? 'notices.inquiryDismissed' : 'notices.replied')}</p>
      )}
    </article>
  )
}

/** Only appeals are reversed. */
const ofReport = (outcome: ModerationNotice['outcome']) =>
  outcome === 'upheld' ? outcome : 'dismissed'

function headingOf({ kind, decision, outcome }: ModerationNotice): MessageKey {
  if (kind === 'decision') return `notices.decision.${decision?.action ?? 'none'}`
  if (kind === 'outcome') return `notices.outcome.${ofReport(outcome)}`
  if (kind === 'appeal') return `notices.appeal.${outcome === 'reversed' ? 'reversed' : 'upheld'}`
  return `notices.${kind}`
}

function Words({ notice: { kind, outcome, filter, reason, explanation } }: Props) {
  if (kind === 'held')
    return (
      <p>
        {filter
          ? t('notices.heldByFilter', { reason: heldReason(filter) })
          : t('notices.heldByReports')}
      </p>
    )
  if (kind === 'outcome') return <p>{t(`notices.outcomeText.${ofReport(outcome)}`)}</p>
  if (kind === 'suggestion' || kind === 'report') return <p>{t(`notices.${kind}Text`)}</p>
  const words = kind === 'inquiry' ? reason : explanation
  if (!words) return undefined
  return <p {...attributesOf(words)}>{words}</p>
}

function Reasons({ notice: { decision, outcome, isAboutAccount } }: Props) {
  if (!decision || outcome === 'reversed') return undefined
  const { action, until, endedAt, ground, explanation, foundByFilter, foundByRequest } = decision
  const ended = t(decision.isReplaced ? 'notices.replacedAt' : 'notices.endedAt')
  const hasReasons = action !== 'none' && action !== 'reverse'
  if (!hasReasons && !explanation) return undefined
  const foundBy = foundByFilter ? 'filter' : foundByRequest ? 'request' : 'report'
  const row = (label: string, text: string, attributes?: ComponentProps<'dd'>) => (
    <div>
      <dt className="field-hint">{label}</dt>
      <dd {...attributes}>{text}</dd>
    </div>
  )
  return (
    <dl className="reasons">
      {until !== undefined && row(t('notices.until'), formatTime(t, until * 1000))}
      {endedAt !== undefined && row(ended, formatTime(t, endedAt * 1000))}
      {ground &&
        row(t(`notices.ground.${ground.kind}`), ground.text, { lang: languageOfText(ground.text) })}
      {explanation && row(t('notices.explanation'), explanation, attributesOf(explanation))}
      {hasReasons &&
        row(t('notices.found'), t(`notices.foundBy.${isAboutAccount ? 'team' : foundBy}`))}
    </dl>
  )
}

/** A filter of a later version has no reason of its own. */
function heldReason(filter: string): string {
  const reason = t(`posting.held.${filter as 'links'}`)
  return reason.startsWith('posting.') ? t('posting.held.other') : reason
}

/** Of words that a person wrote. */
const attributesOf = (words: string) => ({
  className: 'notice-words',
  dir: 'auto',
  lang: languageOfText(words),
})

const languageOfText = (text: string): Language =>
  writtenLanguage(text, document.documentElement.lang as Language)
