import { useEffect } from 'react'
import type { Language } from '../../domain/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $chat } from '../../stores/chat.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { loadedMessages } from '../../stores/messages.ts'
import { CommentList } from './CommentList.tsx'
import { Composer } from './Composer.tsx'
import { Echo } from './Echo.tsx'
import { applyLive, deliver } from './live-changes.ts'
import { loadEarlier } from './load-earlier.ts'

/** What the server reads from the database, and the browser from the page (`adopt-comments.ts`). */
export interface Served {
  comments: readonly ShownComment[]
  counts: Readonly<Record<string, number>>
  hasEarlier: boolean
}

export interface ChatProps {
  /** The day's question with its composer, a past one without, or the page for writing. */
  part: 'home' | 'past' | 'writing'
  questionId: string
  language: Language
  /** Number of the last event that the page contains. */
  seq?: number | undefined
  /** End of the question's day in epoch milliseconds, while it is today's. */
  until?: number | undefined
  /** Link back to the newest comments, on a page of earlier ones. */
  newestHref?: string | undefined
  /** Whether the site translates posts where the browser cannot. */
  hasTranslator?: boolean
  /** Outline of what stands in an empty list. */
  brushStroke: string
  /** On the server. */
  t?: Translate | null
  served?: (() => Served) | null
}

/** The chat about a question: its comments and the composer. */
export default function Chat({ t: translate, served, ...props }: ChatProps) {
  const t = translate ?? loadedMessages()
  const { part, questionId } = props
  useEffect(() => {
    $chat.set({
      loadEarlier: async () => (await loadEarlier()) === true,
      apply: applyLive,
      deliver,
    })
  }, [])
  return (
    <>
      {part !== 'writing' && (
        <>
          <CommentList t={t} served={served?.()} {...props} />
          <comments-end hidden />
        </>
      )}
      {part !== 'past' && <Composer t={t} questionId={questionId} isPage={part === 'writing'} />}
      {part === 'home' && <Echo t={t} questionId={questionId} />}
    </>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The end of the comments, where `layouts/first-paint.js` marks them. */
      'comments-end': { hidden: boolean }
    }
  }
}
