import { useId } from 'react'
import type { ModerationNotice } from '../../contract/moderation-schemas.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { AppealForm, ReplyForm } from './NoticeForms.tsx'
import { languageOfText, Reasons } from './Reasons.tsx'

interface Props {
  t: Translate
  notice: ModerationNotice
}

export function NoticeCard({ t, notice }: Props) {
  const id = useId()
  const { kind, text, decision, outcome, createdAt, isRead } = notice
  return (
    <article className="notice" aria-labelledby={id}>
      <p className="notice-date">
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
      <Words t={t} notice={notice} />
      {decision && outcome !== 'reversed' && (
        <Reasons t={t} decision={decision} isAboutAccount={notice.isAboutAccount ?? false} />
      )}
      {notice.reference && (
        <p className="field-hint">{t('notices.reference', { reference: notice.reference })}</p>
      )}
      {kind === 'decision' && decision && notice.appealUntil && (
        <AppealForm t={t} decisionId={decision.decisionId} until={notice.appealUntil} />
      )}
      {notice.appealedAt && <p className="lead">{t('notices.appealPending')}</p>}
      {notice.replyDueAt && (
        <ReplyForm t={t} noticeId={notice.noticeId} dueAt={notice.replyDueAt} />
      )}
      {notice.isReplied && <p className="form-notice">{t('notices.replied')}</p>}
    </article>
  )
}

function headingOf({ kind, decision, outcome }: ModerationNotice): MessageKey {
  if (kind === 'decision') return `notices.decision.${decision?.action ?? 'none'}`
  if (kind === 'outcome') return `notices.outcome.${outcome ?? 'dismissed'}`
  if (kind === 'appeal') return `notices.appeal.${outcome === 'reversed' ? 'reversed' : 'upheld'}`
  return `notices.${kind}`
}

function Words({ t, notice: { kind, outcome, filter, reason, explanation } }: Props) {
  if (kind === 'held') return <p>{t(filter ? 'notices.heldByFilter' : 'notices.heldByReports')}</p>
  if (kind === 'outcome') return <p>{t(`notices.outcomeText.${outcome ?? 'dismissed'}`)}</p>
  if (kind === 'suggestion') return <p>{t('notices.suggestionText')}</p>
  const words = kind === 'inquiry' ? reason : explanation
  if (!words) return undefined
  return (
    <p dir="auto" className="notice-words" lang={languageOfText(words)}>
      {words}
    </p>
  )
}
