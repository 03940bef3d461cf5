import { useEffect, useState } from 'react'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { $comments, $hasEarlier } from '../../stores/comments.ts'
import { $user } from '../../stores/user.ts'
import { commentList, itemOf, questionIdOf } from './comment-list.ts'

const KEY = 'LastSeen'

/**
 * First post since the last visit, marked by a line (`docs/product.md#new-since-you-left`). Stored
 * in the browser only: question and newest post time, epoch seconds. The line lies in a gap, so
 * nothing shifts.
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
    // Phones may kill a background page without further events.
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
