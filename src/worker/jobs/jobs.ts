import { DurableObject } from 'cloudflare:workers'
import { MINUTE_MS } from '../../domain/durations.ts'
import { raiseAlarms } from '../alarms/alarms.ts'
import { newId } from '../db/id.ts'
import { log, logConfiguration, withLogContext } from '../logging/log.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/discarded.ts'
import { sendReminders } from '../reminders/send-reminders.ts'
import { ensureDays } from '../services/question/ensure-days.ts'
import { syndicateQuestion } from '../syndication/syndicate.ts'
import { cleanUp } from './clean-up.ts'
import { JobRunner, type JobList } from './job-runner.ts'
import { notifyOfNewCases } from './new-cases.ts'
import { reseal } from './reseal.ts'

/** In this order. Alarms see mail before it expires; jobs that call other sites come last. */
const jobs: JobList = {
  ensureDays,
  raiseAlarms,
  deliverWaiting,
  cleanUp,
  deletePictures,
  reseal,
  notifyOfNewCases,
  syndicateQuestion,
  sendReminders,
}

/** Longer than any job should take: reminders have the longest budget. */
const JOB_TIMEOUT_MS = 2 * MINUTE_MS

/**
 * Runs the scheduled jobs in its alarm. There is one object and one alarm, so no job runs twice at once; an interrupted run
 * is repeated. Mail is also sent by requests: `mail/deliver.ts` claims each.
 */
export class Jobs extends DurableObject<Env> {
  #runner = new JobRunner(JOB_TIMEOUT_MS)
  #callers: ((failed: string[]) => void)[] = []

  /**
   * Runs the jobs now, or after the run in progress.
   * @returns the names of the failed ones
   */
  async run(): Promise<string[]> {
    const result = new Promise<string[]>((resolve) => this.#callers.push(resolve))
    await this.ctx.storage.setAlarm(Date.now())
    return result
  }

  override async alarm(): Promise<void> {
    const callers = this.#callers.splice(0)
    const failed = await withLogContext({ runId: newId() }, async () => {
      logConfiguration(this.env)
      const startedAt = Date.now()
      const names = await this.#runner.run(this.env, jobs)
      log(this.env, 'debug', 'cron', { ms: Date.now() - startedAt, failed: names.length })
      return names
    })
    for (const resolve of callers) resolve(failed)
  }
}

/** The handler of the cron trigger, which starts a run every minute. @throws Error when a job failed */
export async function scheduled({ JOBS }: Env): Promise<void> {
  const failed = await JOBS.get(JOBS.idFromName('jobs')).run()
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
