import { useEffect, useRef, useState } from 'react'
import type { AnsweredDay, OwnComment } from '../../contract/schemas.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { authorizedCall } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { AnsweredQuestions } from './HistoryMonths.tsx'

interface Props {
  t: Translate
  chosen: AnsweredDay
  /** Counts deletions: the answers are read again. */
  changes: number
  onDelete: (commentId: string) => void
  /** The last answer was deleted. */
  onEmpty: () => void
}

/** A day's question with one's own answers. */
export function ChosenDay({ t, chosen: { day, questionId }, changes, onDelete, onEmpty }: Props) {
  const [posts, setPosts] = useState<OwnComment[]>()
  const [hasFailed, setFailed] = useState(false)
  const empty = useRef(onEmpty)
  useEffect(() => {
    let isCurrent = true
    const userId = $user.get()?.userId ?? ''
    void authorizedCall('comment', 'GET /comment', { userId, questionId }).then((answer) => {
      if (!isCurrent) return
      setFailed(!answer.ok)
      if (answer.ok && answer.results.length === 0) return empty.current()
      setPosts(answer.ok ? answer.results.toReversed() : undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [questionId, changes])
  return (
    <section className="chosen-day" aria-labelledby="chosen-day">
      <h3 id="chosen-day" aria-live="polite">
        {formatDate(t, 'theme_date', tokyoDayStart(day))}
      </h3>
      <p className="field-error" role="alert">
        {hasFailed && t('journal.failed')}
      </p>
      {posts && <AnsweredQuestions t={t} posts={posts} onDelete={onDelete} />}
    </section>
  )
}
