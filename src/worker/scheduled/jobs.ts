import { cleanUp } from './clean-up.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/discarded.ts'
import { ensureDays } from '../services/question/days.ts'

const jobs = { ensureDays, cleanUp, deliverWaiting, deletePictures }

/**
 * What the cron trigger does: today's and tomorrow's question, what has run out, mail that waits, pictures that are gone. Each job runs
 * whatever became of the others; a failed one is logged and fails the run.
 */
export async function scheduled(env: Env): Promise<void> {
  const failed: string[] = []
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run(env)
    } catch (error) {
      failed.push(job)
      const name = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ level: 'error', job, error: name }))
    }
  }
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
