import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

/** Shares of the limit: connections are refused from the first on, and accepted again below the second. */
const FULL = 0.9
const NO_LONGER_FULL = 0.8
const INTERVAL_MS = 200

/** The newest workerd of this process; a crashed one is replaced. */
let workerd: number | undefined
subscribe('child_process', (message) => {
  const { process } = message as { process: ChildProcess }
  // Its command is known once it has been spawned.
  process.once('spawn', () => {
    if (process.spawnfile.includes('workerd')) workerd = process.pid
  })
})

/**
 * Watches how many file descriptors workerd has, which ends when they run out, and tells when there are nearly `limit` of
 * them. Does nothing where there is no `/proc`.
 * @param report called while it is full, and once when it no longer is
 * @returns ends the watch
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

/** The descriptors of workerd; `undefined` where that cannot be known. */
function openFiles(): number | undefined {
  const folder = `/proc/${workerd}/fd`
  try {
    // Linux tells the number as the folder's size since 6.2.
    return statSync(folder).size || readdirSync(folder).length
  } catch {
    return undefined
  }
}
