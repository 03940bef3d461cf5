import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Case } from '../../../contract/case-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { DAY_S, HOUR_S, MINUTE_S } from '../../../domain/durations.ts'
import { questionPath } from '../../../domain/question.ts'
import { pageLanguage, textIn } from '../../../stores/language.ts'
import { Actions } from '../../ui/Actions.tsx'
import {
  decisionText,
  dueText,
  filterName,
  missingText,
  shortTimeOf,
  WaitingBadges,
} from './Queue.tsx'
import { limitOf } from './use-decision.ts'
import { Badge } from '../Badge.tsx'
import { Translation } from '../Translation.tsx'
import { decisionEntries, Entries, Entry, suspensionBy } from '../Entries.tsx'
import { oneLine, dayOf, timeOf } from '../format.ts'
import type { Problems } from '../../ui/Form.tsx'

interface Props {
  one: Case
  heading: RefObject<HTMLHeadingElement | null>
  isOpen: boolean
  onInquire: (reference: string) => Promise<Problems>
}

export default function CaseView({ one, heading, isOpen, onInquire }: Props) {
  const focus = useEffectEvent(() => {
    // So that screen readers start at the top; a letter opens the case with a form, which has the focus.
    if (!document.querySelector('.desk-form')) heading.current!.focus({ preventScroll: true })
  })
  useEffect(() => focus(), [one.caseId])
  useEffect(() => {
    if (isOpen) focus()
  }, [isOpen])
  const { authorInfo, question, appeal, erasedAt } = one
  const limit = limitOf(one)
  const ofPost = one.isHeld ? 'held' : one.comment.isDeleted ? 'deleted' : 'visible'
  const kind = one.isAboutAccount ? 'aboutAccount' : ofPost
  // Its author sees it only while its text is kept.
  const state = kind === 'held' && !one.text ? 'notPublic' : kind
  const author = one.author || t('desk.authorGone')
  const erased = t(erasedAt ? 'desk.erasedOn' : 'desk.erased', { date: dayOf(erasedAt ?? 0) })
  const isErased = ({ outcome, words, illegal }: Case['reports'][number]) =>
    (erasedAt || one.state === 'open') && outcome && !words && !illegal
  const { earlierDecisions = [], otherPosts = [] } = authorInfo ?? {}
  const decided = decisionText(one)
  const suspension = authorInfo && suspensionBy([...one.decisions, ...earlierDecisions])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('desk.author')}: {author}
      </h2>
      {decided && <p className="desk-clock">{t('desk.decidedAs', { decision: decided })}</p>}
      <p className="desk-state">
        <Badge kind={kind}>{t(`desk.${state}`)}</Badge>
        <WaitingBadges {...{ one }} />
        {one.state !== 'closed' && <span>{waitingText(one.waitingSince)}</span>}
        {one.filter && <span>{t('desk.filter', { filter: filterName(one.filter) })}</span>}
        {one.filterWord && <q>{one.filterWord}</q>}
      </p>
      {!one.isAboutAccount && <p className="desk-question">{textIn(question.texts)}</p>}
      <blockquote className="desk-post" lang={one.language}>
        {one.text || (
          <span className="field-hint">{one.isAboutAccount ? missingText(one) : erased}</span>
        )}
      </blockquote>
      <Translation
        key={one.text}
        text={one.text}
        language={one.language}
        commentId={one.hasTranslator && one.comment.commentId}
      />
      <p className="desk-state">
        <strong translate="no">
          {authorInfo ? <a href={`/operator/people?name=${author}`}>{author}</a> : author}
        </strong>
        {!one.isAboutAccount && (
          <a href={`${questionPath(question.questionId)}#${one.comment.commentId}`}>
            {timeOf(one.comment.postedAt)}
          </a>
        )}
        {authorInfo && (
          <span>{t('desk.memberSince', { date: dayOf(authorInfo.memberSince) })}</span>
        )}
        {authorInfo?.role && <span>{t(`desk.role.${authorInfo.role}`)}</span>}
        {suspension && <Badge kind="held">{suspension}</Badge>}
      </p>
      {limit && <p className={one.state === 'closed' ? 'field-hint' : 'desk-clock'}>{t(limit)}</p>}
      <Entries title={t('desk.appealText')}>
        {appeal && (
          <Entry
            words={appeal.text || erased}
            note={timeOf(appeal.appealedAt)}
            reference={appeal.reference}
          >
            <Translation key={appeal.text} text={appeal.text} />
          </Entry>
        )}
      </Entries>
      <Entries title={t('desk.requests')}>
        {one.requests.map((request) => (
          <Entry
            key={request.reference}
            title={request.right || erased}
            words={request.reason}
            note={oneLine(
              request.name && t('desk.requestFrom', { name: request.name }),
              dayOf(request.requestedAt),
              t(`desk.kind.${request.kind}`),
            )}
            reference={request.reference}
          >
            <Translation text={`${request.right}\n${request.reason}`} />
            <Inquiry request={request} onInquire={onInquire} />
          </Entry>
        ))}
      </Entries>
      <Entries title={t('desk.reports')}>
        {one.reports.map(({ reference, category, isGuest, isOwn, reportedAt, ...report }) => (
          <Entry
            key={reference}
            title={t(`category.${category}`)}
            words={wordsOf(report)}
            note={oneLine(
              isOwn ? t('desk.reportOwn') : isGuest && t('desk.reportGuest'),
              timeOf(reportedAt),
            )}
            reference={reference}
          >
            <Translation text={wordsOf(report)} />
          </Entry>
        ))}
        {one.reports.some(isErased) && <Entry note={t('desk.reportsErased')} />}
      </Entries>
      <Entries title={t('desk.decisions')}>
        {decisionEntries(one.decisions.toReversed(), translationOf)}
      </Entries>
      <Entries title={t('desk.earlier', { count: earlierDecisions.length })}>
        {decisionEntries(earlierDecisions, translationOf)}
      </Entries>
      <Entries title={t('desk.otherPosts', { count: otherPosts.length })} isOpen={false}>
        {otherPosts.map(({ text, postedAt }) => (
          <Entry key={`${postedAt}${text}`} words={text} note={timeOf(postedAt)}>
            <Translation text={text} />
          </Entry>
        ))}
      </Entries>
      <Entries title={t('desk.history', { count: one.history.length })} isOpen={false}>
        {one.history.map((entry, index) => (
          <Entry key={index} words={logText(entry)} note={`${timeOf(entry.at)} ${entry.actor}`} />
        ))}
      </Entries>
    </>
  )
}

const translationOf = (words: string) => <Translation text={words} />

const spans = { day: DAY_S, hour: HOUR_S, minute: MINUTE_S }

/** How long, and since when. */
function waitingText(since: number): string {
  const waited = Math.max(MINUTE_S, serverNow() / 1000 - since)
  const [unit, span] = Object.entries(spans).find(([, seconds]) => seconds <= waited)!
  const format = new Intl.NumberFormat(pageLanguage(), { style: 'unit', unit, unitDisplay: 'long' })
  // Japanese has no space after the digits.
  const age = format.format(Math.floor(waited / span)).replace(/ (?=\P{ASCII})/u, '')
  return t('desk.waitingSince', { age, time: shortTimeOf(since) })
}

const wordsOf = ({ illegal, words }: Pick<Case['reports'][number], 'illegal' | 'words'>) =>
  [illegal, words].filter(Boolean).join('\n')

function logText({ action, why }: Case['history'][number]): string {
  const what = actionText(action)
  const reason = action === 'hold' ? filterName(why) : why
  return reason ? t('desk.log.why', { what, why: reason }) : what
}

function actionText(action: string): string {
  const [kind, choice] = action.split(':')
  if ((kind === 'decide' || kind === 'appeal') && choice)
    return t(`desk.log.${kind}`, { action: t(`desk.action.${choice as 'hide'}`) })
  const words = t(`desk.log.${(choice ?? kind) as 'hold'}`)
  return words.startsWith('desk.') ? action : words
}

type RequestProps = Pick<Props, 'onInquire'> & {
  request: Case['requests'][number]
}

function Inquiry({ request, onInquire }: RequestProps) {
  const { reference, replyDueAt, reply, replyText, outcome } = request
  if (reply)
    return (
      <div className="desk-clock">
        {t(`desk.reply.${reply}`)}
        {replyText && <p className="desk-words">{replyText}</p>}
        <Translation text={replyText ?? ''} />
      </div>
    )
  if (outcome) return null
  if (replyDueAt) return <p className="desk-clock">{dueText(replyDueAt)}</p>
  const [text, question] = [t('desk.inquire'), t('desk.inquireSure')]
  return (
    <Actions actions={[{ text, question, isDanger: false, run: () => onInquire(reference) }]} />
  )
}
