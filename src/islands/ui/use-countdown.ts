import { useEffect, useState } from 'react'

/** Whole seconds left of a wait, 0 when there is none, and what begins one. */
export function useCountdown(): [secondsLeft: number, waitFor: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [nowMs, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - nowMs) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [isRunning])

  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [secondsLeft, waitFor]
}
