import type { LiveEvent } from '../../contract/live-schemas.ts'
import type { Comment, Question } from '../../contract/schemas.ts'
import {
  $comments,
  $counts,
  $hasEarlier,
  applyEvents,
  countEvents,
  receive,
} from '../../stores/comments.ts'

export const applyLive = (events: readonly LiveEvent[]): void =>
  receive(() => {
    countEvents(events)
    applyEvents(events)
  })

/**
 * Applies a full reload after too many missed events.
 * @param merge merges its newest comments into the list
 */
export const deliver = (question: Question, merge: (newest: readonly Comment[]) => void): void =>
  receive(() => {
    const { questionCommentsCount: all, questionCommentsByLanguage } = question
    $counts.set({ all, ...questionCommentsByLanguage })
    merge(question.questionComments ?? [])
    $hasEarlier.set(all > $comments.get().length)
  })
