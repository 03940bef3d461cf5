import { Suspense, useEffect } from 'react'
import type { Language } from '../../domain/language.ts'
import { $chat } from '../../stores/chat.ts'
import {
  applyEvents,
  $comments,
  countEvents,
  $counts,
  $hasEarlier,
  receive,
  type ShownComment,
} from '../../stores/comments.ts'
import { CommentList } from './CommentList.tsx'
import { Composer } from './Composer.tsx'
import { Echo } from './Echo.tsx'
import { loadEarlier } from './load-earlier.ts'
import type { LiveEvent } from '../../contract/live-schemas.ts'
import type { Comment, Question } from '../../contract/schemas.ts'

export interface Served {
  comments: readonly ShownComment[]
  counts: Readonly<Record<string, number>>
  hasEarlier: boolean
}

export interface ChatProps {
  /** Today's question with composer, a past one without, or the writing page. */
  part: 'home' | 'past' | 'writing'
  questionId: string
  language: Language
  /** Sequence number of the last event in the page. */
  seq?: number | undefined
  /** End of today's question, epoch milliseconds. */
  until?: number | undefined
  /** Link to the newest comments, on a page of earlier ones. */
  newestHref?: string | undefined
  /** Whether the site translates if the browser cannot. */
  hasTranslator?: true | undefined
  /** Outline shown in an empty list. */
  brushStroke: string
  /** What the page shows; stays outside `data-props`. */
  served?: (() => Served) | null
}

export default function Chat({ served, ...props }: ChatProps) {
  const { part, questionId } = props
  useEffect(() => {
    $chat.set({
      loadEarlier,
      apply: applyLive,
      deliver,
    })
  }, [])
  return (
    <>
      {/* Before the list, which is long, so that one can type at the first paint and tab to it. */}
      {part !== 'past' && <Composer questionId={questionId} isPage={part === 'writing'} />}
      {part !== 'writing' && (
        // The boundary makes the list hydrate after the composer.
        <Suspense>
          <CommentList served={served?.()} {...props} />
          <comments-end hidden />
        </Suspense>
      )}
      {part === 'home' && <Echo questionId={questionId} />}
    </>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Custom element marking the end of the comments for `layouts/first-paint.js`. */
      'comments-end': { hidden: boolean }
    }
  }
}

const applyLive = (events: readonly LiveEvent[]): void =>
  receive(() => {
    countEvents(events)
    applyEvents(events)
  })

/** After too many missed events: `merge` merges the question's newest comments into the list. */
const deliver = (question: Question, merge: (newest: readonly Comment[]) => void): void =>
  receive(() => {
    const { questionCommentsCount: all, questionCommentsByLanguage } = question
    $counts.set({ all, ...questionCommentsByLanguage })
    merge(question.questionComments ?? [])
    $hasEarlier.set(all > $comments.get().length)
  })
