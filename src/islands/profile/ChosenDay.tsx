import { useEffect, useEffectEvent, useRef } from 'react'
import type { AnsweredDay } from '../../contract/schemas.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useLoad } from '../ui/use-load.ts'
import { Answers } from './Answers.tsx'

interface Props {
  chosen: AnsweredDay
  changes: number
  onDelete: (commentId: string) => void
  onLeave: () => void
}

/** The answers of one day, in place of all. */
export function ChosenDay({ chosen: { questionId }, changes, onDelete, onLeave }: Props) {
  const { value, failure, retry } = useLoad(
    () => call('comment', 'GET /comment', { userId: $user.get()?.userId ?? '', questionId }),
    `${changes}`,
  )
  const shown = useRef<HTMLDivElement>(null)
  const follow = useEffectEvent(() => {
    if (value?.length === 0) onLeave()
    // On a phone the answers are below the calendar.
    else if (value) shown.current!.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => follow(), [value])
  return (
    <div className="chosen-day" ref={shown}>
      <LoadFailure failure={failure} failed="journal.failed" onRetry={retry} />
      {value && <Answers posts={value.toReversed()} onDelete={onDelete} />}
      <button type="button" className="button button-quiet" onClick={onLeave}>
        {t('journal.all')}
      </button>
    </div>
  )
}
