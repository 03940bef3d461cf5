import { useEffect, useEffectEvent } from 'react'
import type { AnsweredDay } from '../../contract/schemas.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AnsweredQuestions } from './HistoryMonths.tsx'

interface Props {
  t: Translate
  chosen: AnsweredDay
  changes: number
  onDelete: (commentId: string) => void
  onEmpty: () => void
}

export function ChosenDay({ t, chosen: { day, questionId }, changes, onDelete, onEmpty }: Props) {
  const { value, failure, retry } = useLoad(
    () => call('comment', 'GET /comment', { userId: $user.get()?.userId ?? '', questionId }),
    `${changes}`,
  )
  const leaveEmpty = useEffectEvent(() => value?.length === 0 && onEmpty())
  useEffect(() => void leaveEmpty(), [value])
  return (
    <section className="chosen-day" aria-labelledby="chosen-day">
      <h3 id="chosen-day" aria-live="polite">
        {formatDate(t, 'theme_date', tokyoDayStart(day))}
      </h3>
      <LoadFailure {...{ t, failure }} failed="journal.failed" onRetry={retry} />
      {value && <AnsweredQuestions t={t} posts={value.toReversed()} onDelete={onDelete} />}
    </section>
  )
}
