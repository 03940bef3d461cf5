import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import { t } from '../../../i18n/translate.ts'
import { questionPath } from '../../../domain/question.ts'
import { focusAtMount } from '../../ui/Form.tsx'
import { oneLine, numberText, dayOf, suspensionText, timeOf } from '../format.ts'
import { decisionEntries, Entries, Entry } from '../Entries.tsx'
import type { useNotice } from '../use-notice.tsx'
import type { Statements } from '../statement-draft.ts'
import { decisionsOf, PersonActions } from './PersonActions.tsx'

export interface PersonProps {
  person: FoundPerson
  statements: Statements
  /** Called with the updated person; without one if the account was deleted. */
  onChanged: (person: FoundPerson | undefined, sentence: string) => void
}

export const Suspended = ({ until }: { until: number | null }) => suspensionText(until)

const postPath = ({ questionId, commentId }: FoundPerson['latestPosts'][number]) =>
  `${questionPath(questionId)}#${commentId}`

type Props = PersonProps & Pick<ReturnType<typeof useNotice>, 'noticeAt'>

export default function Person({ person, statements, onChanged, noticeAt }: Props) {
  const { username, email, suspension, roles, sessions, cases, latestPosts } = person
  const waiting = cases.find(({ state, isPublic }) => state === 'open' && isPublic)
  const shown = latestPosts.find(({ isHidden }) => !isHidden)
  const facts = [
    t('desk.memberSince', { date: dayOf(person.createdAt) }),
    t('people.posts', { count: numberText(person.posts) }),
    t(person.isActivated ? 'people.activated' : 'people.notActivated'),
    person.isSocial && t('people.social'),
    ...roles.map((role) => t(`desk.role.${role}`)),
  ]
  return (
    <article className="person">
      <h2 ref={focusAtMount} tabIndex={-1}>
        {username}
      </h2>
      <p className="person-facts field-hint">
        {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      </p>
      {email && <p className="person-address">{email}</p>}
      {suspension && (
        <p className="person-suspension">
          <Suspended {...suspension} />
          {suspension.reason && <span>{suspension.reason}</span>}
          {shown && (
            <span>
              {t('people.postsStay')}{' '}
              <a href={waiting ? `/operator/cases#${waiting.caseId}` : postPath(shown)}>
                {t(waiting ? 'people.postsStay.case' : 'people.postsStay.post')}
              </a>
            </span>
          )}
        </p>
      )}
      {noticeAt('person')}
      <PersonActions {...{ person, statements, onChanged }} />
      <div className="person-record">
        <Entries
          title={t('people.sessions', { count: numberText(sessions.length) })}
          isOpen={false}
        >
          {sessions.map(({ startedAt, device, region }) => (
            <Entry
              key={startedAt}
              words={oneLine(t(`sessions.device.${device}`), region)}
              note={t('desk.since', { time: timeOf(startedAt) })}
            />
          ))}
        </Entries>
        <Entries title={t('people.cases')}>
          {cases.map(
            ({ caseId, state: of, openedAt, text, decisions }) =>
              (of !== 'closed' || decisions.length === 0) && (
                <Entry
                  key={caseId}
                  title={<a href={`/operator/cases#${caseId}`}>{t(`people.case.${of}`)}</a>}
                  words={text}
                  note={dayOf(openedAt)}
                />
              ),
          )}
          {decisionEntries(decisionsOf(person))}
        </Entries>
        <Entries title={t('people.latestPosts')}>
          {latestPosts.map((post) => (
            <Entry
              key={post.commentId}
              title={<a href={postPath(post)}>{timeOf(post.postedAt)}</a>}
              words={post.text || t('desk.erased')}
              note={post.isHidden ? t('desk.held') : ''}
            />
          ))}
        </Entries>
      </div>
    </article>
  )
}
