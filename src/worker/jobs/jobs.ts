import { DurableObject } from 'cloudflare:workers'
import { MINUTE_MS } from '../../domain/durations.ts'
import { raiseAlarms } from '../alarms/alarms.ts'
import { newId } from '../db/id.ts'
import { log, logConfiguration, withLogContext } from '../logging/log.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/storage.ts'
import { sendReminders } from '../reminders/send-reminders.ts'
import { ensureDays } from '../db/question.ts'
import { finishImports } from '../db/question-import.ts'
import { syndicateQuestion } from '../syndication/syndicate.ts'
import { cleanUp } from './clean-up.ts'
import { type JobList, JobRunner } from './job-runner.ts'
import { notifyOfNewCases } from './new-cases.ts'
import { reseal } from './reseal.ts'

/** The order matters: alarms see mail before it expires; jobs that call other sites are last. */
const jobs: JobList = {
  ensureDays,
  raiseAlarms,
  deliverWaiting,
  cleanUp,
  finishImports,
  deletePictures,
  reseal,
  notifyOfNewCases,
  syndicateQuestion,
  sendReminders,
}

/** Above the longest budget, that of the reminders. */
const JOB_TIMEOUT_MS = 2 * MINUTE_MS

/** One alarm of one object, so no job runs twice at once. Requests send mail too: `mail/deliver.ts` claims it. */
export class Jobs extends DurableObject<Env> {
  #runner = new JobRunner(JOB_TIMEOUT_MS)
  #callers: ((failed: string[]) => void)[] = []

  /**
   * Runs the jobs now, or after the run in progress.
   * @returns names of the failed jobs
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

/** @throws Error when a job failed */
export async function scheduled({ JOBS }: Env): Promise<void> {
  const failed = await JOBS.get(JOBS.idFromName('jobs')).run()
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
