import { useEffect, useEffectEvent } from 'react'

const INTERVAL_MS = 30_000

/** Reads again what colleagues may have changed, every 30 seconds while the page is in sight. */
export function useRefresh(read: () => unknown): void {
  const refresh = useEffectEvent(() => document.hidden || read())
  useEffect(() => {
    const timer = setInterval(() => refresh(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
}
