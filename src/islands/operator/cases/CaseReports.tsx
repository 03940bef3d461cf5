import { serverNow } from '../../../api/server-clock.ts'
import type { Case } from '../../../contract/case-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { Section } from '../Section.tsx'
import { dayOf, timeOf } from '../format.ts'

interface Props {
  t: Translate
  one: Case
  onInquire: (reference: string) => void
}

/** Complaints about the post: reports by category with their own words, and requests with their deadline. */
export function CaseReports({ t, one, onInquire }: Props) {
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

type RequestProps = Pick<Props, 't' | 'onInquire'> & { request: Case['requests'][number] }

/** State of the inquiry to the author: not made, open until a day, answered, or unanswered. */
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
