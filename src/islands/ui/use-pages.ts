import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallResult, Failure } from '../../api/result.ts'

/**
 * Reads what follows the known entries: after the cursor `next`, if the service has one.
 * @param count as many as were shown, for a list read again from its start
 */
type Read<One> = (
  known: readonly One[],
  next?: string,
  count?: number,
) => Promise<CallResult<readonly One[]>>

interface Options {
  /** The list starts over when it changes. */
  key: string
  /** Delay of a start, in milliseconds. */
  delay?: number
  /** Entries of a full page, for a service without a cursor. */
  size?: number
}

interface Pages<One> {
  list?: readonly One[] | undefined
  /** Set while there is more. */
  next?: string | undefined
  failure?: Failure
  /** The key of the last response. */
  loaded?: string | undefined
  isBusy?: boolean
}

/** Where the next page of a list begins. */
export const nextOf = ({ headers }: { headers?: Headers }) =>
  headers?.get('Next-Before') ?? undefined

/** Pages that one call reads again. */
const MAX_RELOADED = 3

/** A list read page by page; drops stale responses. `more` is set while there is more. */
export function usePages<One>(read: Read<One>, { key, delay, size }: Options) {
  const [{ list, next, failure, loaded, isBusy }, setPages] = useState<Pages<One>>({})
  const latest = useRef<Parameters<Read<One>>>([[]])

  const load = async (...from: Parameters<Read<One>>) => {
    latest.current = from
    // What is shown stays while it is read again.
    if (!from[2]) setPages(({ list, next, loaded }) => ({ list, next, loaded, isBusy: true }))
    const result = await read(...from)
    if (latest.current !== from) return
    setPages(({ list = [], next }) => {
      const [known, , count] = from
      // After a failure to start, the entries shown are stale; not those that were read again.
      const shown = known.length > 0 ? list : undefined
      if (!result.ok) return { list: count ? list : shown, next, failure: result, loaded: key }
      const { results } = result
      const isFull = size !== undefined && results.length === (count ?? size)
      return {
        list: shown ? [...shown, ...results] : results,
        next: isFull ? '' : nextOf(result),
        loaded: key,
      }
    })
  }
  /** Reads as many entries as are shown; whole pages, for a service without a cursor. */
  const reload = () => {
    const { length = 0 } = list ?? {}
    const count = size ? Math.min(Math.ceil(length / size), MAX_RELOADED) * size : length
    return load([], undefined, count || undefined)
  }
  const start = useEffectEvent(() => void load([]))
  useEffect(() => {
    const timer = setTimeout(() => start(), delay)
    return () => clearTimeout(timer)
  }, [key, delay])
  // Every entry shown has been removed.
  const isUsedUp = list?.length === 0 && next !== undefined
  useEffect(() => {
    if (isUsedUp) start()
  }, [isUsedUp])
  /** The list is of an earlier key. */
  const isStale = loaded !== key
  const isLoading = isBusy || isStale
  return {
    list,
    change: (by: (list: readonly One[]) => readonly One[]) => {
      // A list that is being read again lacks the change.
      const isStopped = latest.current[2] !== undefined
      if (isStopped) latest.current = [[]]
      setPages(({ list, isBusy = false, ...pages }) => ({
        ...pages,
        isBusy: isBusy && !isStopped,
        list: list && by(list),
      }))
    },
    failure,
    isLoading,
    isStale,
    more: list && next !== undefined && !isLoading ? () => void load(list, next) : undefined,
    retry: () => void load(...latest.current),
    reload,
  }
}
