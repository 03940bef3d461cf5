import { connect } from 'node:net'
import type { Served } from '../harness/local/serve.ts'
import { stopWith } from '../harness/local/run.ts'
import { MINUTE_MS } from '../src/domain/durations.ts'

const INTERVAL_MS = 3_000
/** Consecutive refusals; Miniflare restarts a crashed workerd within fewer. */
const MAX_REFUSALS = 5

/**
 * Runs the scheduled jobs each minute, as a cron trigger does, until the process ends.
 * @param stop ends the server and its companions
 * @param down message when workerd has crashed and did not restart
 */
export async function keepRunning(
  app: Served,
  port: number,
  stop: () => Promise<unknown>,
  down: string,
): Promise<void> {
  const runJobs = () => app.triggerCron().catch((error: Error) => console.error(error.message))
  const jobs = setInterval(runJobs, MINUTE_MS)
  const end = async () => {
    clearInterval(jobs)
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Miniflare's listener exits at once, with an error.
    process.removeAllListeners(signal)
    process.once(signal, end)
  }
  // `bootstrap.mjs` or npm was killed.
  process.once('disconnect', end)
  await runJobs()
  watchServer(port, () => stopWith(down))
}

function watchServer(port: number, onDown: () => void): void {
  let refusals = 0
  const timer = setInterval(() => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      refusals = 0
      socket.destroy()
    })
    socket.on('error', () => {
      refusals++
      if (refusals < MAX_REFUSALS) return
      clearInterval(timer)
      onDown()
    })
  }, INTERVAL_MS)
}
