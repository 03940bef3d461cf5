import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { isContinued } from '../../domain/continued-comment.ts'
import type { Language } from '../../domain/language.ts'
import { t } from '../../i18n/translate.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { mutedPeople } from '../../stores/mute.ts'
import { $asked, $reported } from '../../stores/reported.ts'
import { $user } from '../../stores/user.ts'
import { Comment } from './Comment.tsx'
import { $readings } from './translation/readings.ts'
import { useFirstSince } from './use-first-since.ts'

interface Props {
  language: Language
  comments: readonly ShownComment[]
  isHydrated: boolean
  isLive: boolean
  onRead: (commentId: string) => void
}

const identity = ({ key, commentId }: ShownComment) => key ?? commentId

export function Comments({ language, comments, isHydrated, isLive, onRead }: Props) {
  const person = useStore($user)?.userId
  const reported = useStore($reported)
  const asked = useStore($asked)
  const readings = useStore($readings, { ssr: 'initial' })
  const muted = mutedPeople()
  const [served] = useState(() => new Set(comments.map(identity)))
  const firstSince = useFirstSince(isLive)
  const hasAnswered = comments.some(({ userId, isPending }) => userId === person && !isPending)
  const foldOf = ({ commentId }: ShownComment) => {
    if (reported.includes(commentId)) return 'reported'
    // Hydration must match the fold of `first-paint.js`, or React would not take it away.
    return commentId === asked && !(hasAnswered && isHydrated) ? 'asked' : undefined
  }
  const areAllMuted = comments.length > 0 && comments.every(({ userId }) => muted.has(userId))
  return (
    <>
      <ol className="comments" role="list">
        {comments.map((comment, index) => {
          const fold = foldOf(comment)
          return (
            <Comment
              key={identity(comment)}
              {...{ language, comment, fold, onRead }}
              isContinued={isContinued(comment, comments[index - 1])}
              isOwn={comment.userId === person}
              isMuted={muted.has(comment.userId)}
              isNew={!served.has(identity(comment))}
              isFirstSince={comment.commentId === firstSince}
              reading={readings[comment.commentId]}
              isHydrated={isHydrated && (fold !== undefined || comment.hidden !== undefined)}
            />
          )
        })}
      </ol>
      {isHydrated && areAllMuted && (
        <div className="recent-empty all-muted">
          <p>{t('muted.all')}</p>
          <a href="/muted">{t('muted.title')}</a>
        </div>
      )}
    </>
  )
}
