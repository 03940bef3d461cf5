import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/result.ts'
import type { AnsweredDay, OwnComment } from '../../contract/schemas.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { AnsweredQuestions } from './HistoryMonths.tsx'

interface Props {
  t: Translate
  chosen: AnsweredDay
  changes: number
  onDelete: (commentId: string) => void
  onEmpty: () => void
}

export function ChosenDay({ t, chosen: { day, questionId }, changes, onDelete, onEmpty }: Props) {
  const [posts, setPosts] = useState<OwnComment[]>()
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)
  const empty = useRef(onEmpty)
  useEffect(() => {
    let isCurrent = true
    const userId = $user.get()?.userId ?? ''
    void call('comment', 'GET /comment', { userId, questionId }).then((result) => {
      if (!isCurrent) return
      setFailure(result.ok ? undefined : result)
      if (result.ok && result.results.length === 0) return empty.current()
      setPosts(result.ok ? result.results.toReversed() : undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [questionId, changes, tries])
  return (
    <section className="chosen-day" aria-labelledby="chosen-day">
      <h3 id="chosen-day" aria-live="polite">
        {formatDate(t, 'theme_date', tokyoDayStart(day))}
      </h3>
      <LoadFailure
        {...{ t, failure }}
        failed="journal.failed"
        onRetry={() => setTries((count) => count + 1)}
      />
      {posts && <AnsweredQuestions t={t} posts={posts} onDelete={onDelete} />}
    </section>
  )
}
