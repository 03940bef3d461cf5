import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/result.ts'
import { $user } from '../../stores/user.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { loadHistory } from './load-history.ts'

interface History {
  /** `undefined` until the first page has loaded. */
  posts: OwnComment[] | undefined
  hasMore: boolean
  isLoading: boolean
  failure: Failure | undefined
  loadMore(): void
  /** Repeats the load that failed. */
  retry(): void
  /** Loads as many posts again as are shown. */
  reload(): void
}

/** The posts that contain a search, page by page. Before activation nobody has posted, and the service refuses. */
export function useHistory(search: string): History {
  const { userId, activated } = useStore($user, { ssr: 'initial' }) ?? {}
  const [posts, setPosts] = useState<OwnComment[]>()
  const [next, setNext] = useState<string>()
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  // The number of the newest load: a late response to an earlier one is dropped.
  const newest = useRef(0)
  const last = useRef<[earlier: OwnComment[], before: string | undefined, count?: number]>([
    [],
    undefined,
  ])

  const load = useCallback(
    async (earlier: OwnComment[], before: string | undefined, count?: number) => {
      if (!userId) return
      if (!activated) {
        setPosts([])
        return setLoading(false)
      }
      last.current = [earlier, before, count]
      const number = ++newest.current
      setLoading(true)
      setFailure(undefined)
      const result = await loadHistory(userId, search, before, count)
      if (number !== newest.current) return
      setLoading(false)
      if (!result.ok) {
        setFailure(result)
        // The posts shown belong to another search or are out of date.
        if (!before) setPosts(undefined)
        return
      }
      setPosts([...earlier, ...result.results.posts])
      setNext(result.results.next)
    },
    [userId, activated, search],
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
