import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallResult, Failure } from '../../api/result.ts'
import { storedTokens } from '../../api/tokens.ts'

/**
 * Loads a person's value on mount and when `key` changes; keeps the last value on failure and drops stale
 * responses. `load` reloads and returns the value; `retry` also clears the failure.
 */
export function useLoad<Value>(read: () => Promise<CallResult<Value>>, key = '') {
  const [value, setValue] = useState<Value>()
  const [failure, setFailure] = useState<Failure>()
  const latest = useRef(0)
  const load = async () => {
    // The page leads a guest to the log-in.
    if (!storedTokens()) return undefined
    const number = ++latest.current
    const result = await read()
    if (number !== latest.current) return undefined
    setFailure(result.ok ? undefined : result)
    if (!result.ok) return undefined
    setValue(result.results)
    return result.results
  }
  const onKey = useEffectEvent(load)
  useEffect(() => void onKey(), [key])
  const retry = () => {
    setFailure(undefined)
    void load()
  }
  return { value, setValue, failure, load, retry }
}
