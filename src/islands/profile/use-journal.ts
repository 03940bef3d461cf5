import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/call.ts'
import { $user } from '../../stores/user.ts'
import { loadJournal, type OwnPost } from '../../browser/profile/load-journal.ts'

export interface Journal {
  /** `undefined` until the first answer. */
  posts: OwnPost[] | undefined
  hasMore: boolean
  isLoading: boolean
  failure: Failure | undefined
  loadMore(): void
  /** Asks again what failed. */
  retry(): void
  /** Loads anew as much as is shown. */
  reload(): void
}

/** The posts that hold a search, page by page. */
export function useJournal(search: string): Journal {
  const userId = useStore($user, { ssr: 'initial' })?.userId
  const [posts, setPosts] = useState<OwnPost[]>()
  const [next, setNext] = useState<string>()
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  // Only the newest question is answered: a slow answer to an earlier search is dropped.
  const asked = useRef(0)
  const last = useRef<[earlier: OwnPost[], before: string | undefined, count?: number]>([
    [],
    undefined,
  ])

  const load = useCallback(
    async (earlier: OwnPost[], before: string | undefined, count?: number) => {
      if (!userId) return
      last.current = [earlier, before, count]
      const ask = ++asked.current
      setLoading(true)
      setFailure(undefined)
      const answer = await loadJournal(userId, search, before, count)
      if (ask !== asked.current) return
      setLoading(false)
      if (!answer.ok) {
        setFailure(answer)
        // What is shown belongs to another search, or is no longer true.
        if (!before) setPosts(undefined)
        return
      }
      setPosts([...earlier, ...answer.results.posts])
      setNext(answer.results.next)
    },
    [userId, search],
  )

  useEffect(() => void load([], undefined), [load])

  return {
    posts,
    hasMore: next !== undefined,
    isLoading,
    failure,
    retry: () => void load(...last.current),
    loadMore: () => void load(posts ?? [], next),
    reload: () => void load([], undefined, posts?.length || undefined),
  }
}
