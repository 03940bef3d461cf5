import { readdirSync, statSync } from 'node:fs'
import { workerdId } from './workerd.ts'

/** Hysteresis, as shares of the limit: refuse from the first, accept below the second. */
const FULL = 0.9
const NO_LONGER_FULL = 0.8
const INTERVAL_MS = 200

/**
 * Watches workerd's file descriptors, because workerd crashes when they run out. No-op without /proc.
 * @param report called repeatedly while nearly `limit` are open, and once afterwards
 * @returns stops the watch
 */
export function guardOpenFiles(limit: number, report: (isFull: boolean) => void): () => void {
  let isFull = false
  const timer = setInterval(() => {
    const count = openFiles()
    if (count === undefined) return
    const wasFull = isFull
    isFull = count >= limit * (isFull ? NO_LONGER_FULL : FULL)
    if (isFull || wasFull) report(isFull)
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Open descriptors of workerd; `undefined` if unknown. */
function openFiles(): number | undefined {
  const folder = `/proc/${workerdId}/fd`
  try {
    // Since Linux 6.2 the folder's size is their number.
    return statSync(folder).size || readdirSync(folder).length
  } catch {
    return undefined
  }
}
