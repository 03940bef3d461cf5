import { useEffect, useRef, useState } from 'react'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { $comments, $hasEarlier, storedComments } from '../../stores/comments.ts'
import { $user } from '../../stores/user.ts'
import { useListener } from '../ui/use-listener.ts'
import { commentList, itemOf, questionIdOf } from './comment-list.ts'

/**
 * First post since the last visit, marked by a line (`docs/product.md#new-since-you-left`). Stored
 * in the browser only: question and newest post time, epoch seconds. The line lies in a gap, so
 * nothing shifts.
 */
export function useFirstSince(isLive: boolean): string | undefined {
  const [first, setFirst] = useState<string>()
  const reader = useRef<string>(undefined)
  useEffect(() => {
    const person = $user.get()?.userId
    if (!isLive || !person) return undefined
    setFirst(firstSince(person))
    reader.current = person
    return $user.listen((user) => {
      if (user?.userId !== person) setFirst(undefined)
    })
  }, [isLive])
  const storeNewest = () => {
    const newest = storedComments().at(-1)
    const isOther = !reader.current || $user.get()?.userId !== reader.current
    if (!newest || isOther || 'covered' in commentList().dataset) return
    storedTokens()?.storage.setItem('LastSeen', `${questionIdOf()} ${newest.lastUpdated}`)
  }
  useListener('pagehide', storeNewest)
  // Phones may kill a background page without further events.
  useListener('visibilitychange', () => document.hidden && storeNewest())
  return first
}

function firstSince(person: string): string | undefined {
  const [lastQuestion, lastTime] = (stored('LastSeen') ?? '').split(' ')
  if (lastQuestion !== questionIdOf()) return undefined
  const comments = $comments.get()
  const first = comments.find(
    ({ commentId, lastUpdated, userId }) =>
      lastUpdated > Number(lastTime) && userId !== person && itemOf(commentId)?.checkVisibility(),
  )
  return comments[0] === first && !$hasEarlier.get() ? undefined : first?.commentId
}
