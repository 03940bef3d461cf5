import { useEffect, useState } from 'react'

const SECOND = 1000

/** Whole seconds left of a wait, 0 when there is none, and what begins one. */
export function useCountdown(): [secondsLeft: number, waitFor: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [nowMs, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - nowMs) / SECOND))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(ticking)
  }, [isRunning])

  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * SECOND)
  }
  return [secondsLeft, waitFor]
}
