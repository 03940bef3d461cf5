import { useEffect, useState } from 'react'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { $comments, $hasEarlier } from '../../stores/comments.ts'
import { $user } from '../../stores/user.ts'
import { commentList, itemOf, questionIdOf } from './comment-list.ts'

const KEY = 'LastSeen'

/**
 * The first post since the person's last visit, above which a line is drawn (`docs/product.md#new-since-you-left`). The
 * browser alone knows the last visit: the question and the time of its newest post, in epoch seconds. The line lies in
 * the gap between two posts, so nothing moves.
 */
export function useFirstSince(isLive: boolean): string | undefined {
  const [first, setFirst] = useState<string>()
  useEffect(() => {
    const person = $user.get()?.userId
    if (!isLive || !person) return undefined
    setFirst(firstSince(person))
    const stop = $user.listen((user) => {
      if (user?.userId !== person) setFirst(undefined)
    })
    const storeNewest = () => {
      const newest = $comments.get().findLast(({ isPending }) => !isPending)
      const isCovered = 'covered' in commentList().dataset
      if (!newest || isCovered || $user.get()?.userId !== person) return
      storedTokens()?.storage.setItem(KEY, `${questionIdOf()} ${newest.lastUpdated}`)
    }
    // A phone may end a page in the background without another event.
    const storeWhenHidden = () => document.hidden && storeNewest()
    addEventListener('pagehide', storeNewest)
    document.addEventListener('visibilitychange', storeWhenHidden)
    return () => {
      stop()
      removeEventListener('pagehide', storeNewest)
      document.removeEventListener('visibilitychange', storeWhenHidden)
    }
  }, [isLive])
  return first
}

function firstSince(person: string): string | undefined {
  const [lastQuestion, lastTime] = (stored(KEY) ?? '').split(' ')
  if (lastQuestion !== questionIdOf()) return undefined
  const comments = $comments.get()
  const first = comments.find(
    ({ commentId, lastUpdated, userId }) =>
      lastUpdated > Number(lastTime) && userId !== person && itemOf(commentId)?.checkVisibility(),
  )
  return comments[0] === first && !$hasEarlier.get() ? undefined : first?.commentId
}
