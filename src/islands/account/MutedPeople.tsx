import { useRef, useState } from 'react'
import type { MutedPerson } from '../../contract/moderation-schemas.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { unmute } from '../../stores/mute.ts'
import { useLoad } from '../ui/use-load.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'

/** Muted people, each with an unmute button (`docs/product.md#mute`). */
export default function MutedPeople({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const list = useRef<HTMLUListElement>(null)
  const {
    value: people,
    setValue: setPeople,
    failure,
    retry,
  } = useLoad(() => call('moderation', 'GET /mute', {}))
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')

  const release = async ({ userId, username: name }: MutedPerson) => {
    setProblem('')
    setNotice('')
    const result = await unmute(userId)
    if (!result.ok) return setProblem(actionFailureText(t, result, 'post.muteFailed'))
    setPeople((before) => before?.filter((other) => other.userId !== userId))
    setNotice(t('post.unmuted', { name }))
    // The focused button was removed with its row.
    list.current?.focus()
  }

  return (
    <div className="form">
      <FormProblem text={problem} />
      <LoadFailure {...{ t, failure }} failed="muted.failed" onRetry={retry} />
      <p className="form-notice" role="status">
        {notice}
      </p>
      <ul ref={list} className="people" role="list" tabIndex={-1} aria-busy={!people && !failure}>
        {people?.map((person) => (
          <li key={person.userId}>
            <span>
              <b translate="no">{person.username}</b>
              <small>
                {t('muted.since', { date: formatDate(t, 'dd_mm_yyyy', person.mutedAt * 1000) })}
              </small>
            </span>
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('muted.unmuteOf', { name: person.username })}
              onClick={() => void release(person)}
            >
              {t('muted.unmute')}
            </button>
          </li>
        ))}
      </ul>
      {people?.length === 0 && <p className="lead">{t('muted.empty')}</p>}
    </div>
  )
}
