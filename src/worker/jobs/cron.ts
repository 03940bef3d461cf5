import { raiseAlarms } from '../alarms/alarms.ts'
import { cleanUp } from './clean-up.ts'
import { drawDayCards } from './day-cards.ts'
import { newId } from '../db/id.ts'
import { reserveCommentSeqs } from '../db/seq.ts'
import { withLogContext, log, logConfiguration, errorName } from '../logging/log.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/discarded.ts'
import { notifyOfNewCases } from './new-cases.ts'
import { reseal } from './reseal.ts'
import { sendReminders } from '../reminders/send-reminders.ts'
import { syndicateQuestion } from '../syndication/syndicate.ts'
import { ensureDays } from '../services/question/ensure-days.ts'

/** Alarms come before mail that has expired is dropped. */
const jobs: Record<string, (env: Env) => Promise<unknown>> = {
  drawDayCards,
  ensureDays,
  raiseAlarms,
  syndicateQuestion,
  cleanUp,
  reserveCommentSeqs,
  notifyOfNewCases,
  deliverWaiting,
  deletePictures,
  reseal,
  sendReminders,
}

/**
 * Runs the jobs of the cron trigger: today's and tomorrow's question, alarms, today's cards, expired
 * rows, queued mail, discarded pictures. A failed job does not stop the others; it is logged and fails the run.
 */
export function scheduled(env: Env): Promise<void> {
  return withLogContext({ runId: newId() }, () => runAll(env))
}

async function runAll(env: Env): Promise<void> {
  logConfiguration(env)
  const startedAt = Date.now()
  const failed: string[] = []
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run(env)
    } catch (error) {
      failed.push(job)
      log(env, 'error', 'job', { job, error: errorName(error) })
    }
  }
  log(env, 'debug', 'cron', { ms: Date.now() - startedAt, failed: failed.length })
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
