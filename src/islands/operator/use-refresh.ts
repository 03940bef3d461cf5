import { useEffect, useEffectEvent } from 'react'

const INTERVAL_MS = 30_000

/** Calls `read` every 30 seconds while the page is visible. */
export function useRefresh(read: () => unknown): void {
  const refresh = useEffectEvent(() => document.hidden || read())
  useEffect(() => {
    const timer = setInterval(() => refresh(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
}
