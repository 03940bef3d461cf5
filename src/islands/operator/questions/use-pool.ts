import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { call } from '../../../stores/call.ts'

const PAGE = 30
/** Milliseconds between two letters of a search that are one word. */
const TYPING_PAUSE_MS = 250

export const poolStates = ['waiting', 'own', 'built-in', 'retired'] as const
type PoolState = (typeof poolStates)[number]

/** A list of the pool, a page at a time. */
export function usePool() {
  const [state, setState] = useState<PoolState>('waiting')
  const [search, setSearch] = useState('')
  const [list, setList] = useState<readonly PoolQuestion[]>()
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  const load = useCallback(
    async (offset = 0) => {
      const result = await call('operator', 'GET /question', {
        state,
        ...(search && { search }),
        offset: String(offset),
        limit: String(PAGE),
      })
      if (!result.ok) return setFailure(result)
      setFailure(undefined)
      setHasMore(result.results.length === PAGE)
      setList((known = []) => (offset > 0 ? [...known, ...result.results] : result.results))
    },
    [state, search],
  )
  useEffect(() => {
    const timer = setTimeout(() => void load(), search ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [load, search])
  const more = hasMore && list ? () => void load(list.length) : undefined
  return { state, setState, search, setSearch, list, more, failure, load }
}
