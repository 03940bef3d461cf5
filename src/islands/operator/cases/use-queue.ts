import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../api/result.ts'
import type { Case, CaseSummary } from '../../../contract/case-schemas.ts'
import { call } from '../../../stores/call.ts'

/** Cases read at once; the next ones are read when the last of them are reached. */
const PAGE = 50

/** The queue and the case that is open. */
export function useQueue() {
  const [cases, setCases] = useState<CaseSummary[]>()
  const [opened, setOpened] = useState<Case>()
  const [openId, setOpenId] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const hasMore = useRef(false)

  const load = useCallback(async (after?: string) => {
    const result = await call('moderation', 'GET /case', { limit: String(PAGE), after })
    if (!result.ok) return setFailure(result)
    setFailure(undefined)
    hasMore.current = result.results.length === PAGE
    setCases((known = []) => (after ? [...known, ...result.results] : result.results))
    if (!after) setOpenId(result.results[0]?.caseId)
  }, [])
  useEffect(() => void load(), [load])

  /** Reads a case; a response that comes after another case was opened is dropped. */
  const read = useCallback(async (caseId: string) => {
    const result = await call('moderation', 'GET /case/detail', { caseId })
    const [one] = result.ok ? result.results : []
    setOpenId((current) => {
      if (current === caseId && one) setOpened(one)
      if (current === caseId && !result.ok) setFailure(result)
      return current
    })
    return one
  }, [])
  useEffect(() => {
    setOpened(undefined)
    if (openId) void read(openId)
  }, [openId, read])

  const index = cases?.findIndex(({ caseId }) => caseId === openId) ?? -1
  const step = (by: 1 | -1) => {
    const next = cases?.[index + by]
    if (!next) return
    setOpenId(next.caseId)
    const last = cases?.at(-1)
    if (hasMore.current && last && index + by > cases.length - 5) void load(last.caseId)
  }
  /** Removes the open case from the queue and opens the next one; returns whether there is one. */
  const drop = (): boolean => {
    const rest = cases?.filter(({ caseId }) => caseId !== openId) ?? []
    const next = rest[index] ?? rest.at(-1)
    setCases(rest)
    setOpenId(next?.caseId)
    if (!next && hasMore.current) void load()
    return next !== undefined
  }
  return { cases, opened, setOpened, openId, setOpenId, index, failure, load, read, step, drop }
}
