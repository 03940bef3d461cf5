import { DurableObject } from 'cloudflare:workers'
import { MINUTE_MS } from '../../domain/durations.ts'
import { raiseAlarms } from '../alarms/alarms.ts'
import { newId } from '../db/id.ts'
import { errorName, log, logConfiguration, withLogContext } from '../logging/log.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/storage.ts'
import { sendReminders } from '../reminders/send-reminders.ts'
import { ensureDays } from '../db/question.ts'
import { syndicateQuestion } from '../syndication/syndicate.ts'
import { cleanUp } from './clean-up.ts'
import { notifyOfNewCases } from './new-cases.ts'
import { reseal } from './reseal.ts'

export type JobList = Record<string, (env: Env) => Promise<unknown>>

/**
 * Runs jobs in sequence; a failed job is logged and stops no other. A job that outlasts the timeout
 * counts as failed but goes on, and later runs skip it until it has ended.
 */
export class JobRunner {
  #running = new Set<string>()
  #timeoutMs: number

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** @returns the names of the failed jobs */
  async run(env: Env, jobs: JobList): Promise<string[]> {
    const failed: string[] = []
    for (const [job, work] of Object.entries(jobs)) {
      try {
        await this.#runOne(job, () => work(env))
      } catch (error) {
        failed.push(job)
        log(env, 'error', 'job', { job, error: errorName(error) })
      }
    }
    return failed
  }

  async #runOne(job: string, work: () => Promise<unknown>): Promise<void> {
    if (this.#running.has(job)) throw new DOMException('still running', 'TimeoutError')
    this.#running.add(job)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      const error = new DOMException('too slow', 'TimeoutError')
      timer = setTimeout(() => reject(error), this.#timeoutMs)
    })
    const done = work().finally(() => this.#running.delete(job))
    await Promise.race([done, timeout]).finally(() => clearTimeout(timer))
  }
}

/** The order matters: alarms see mail before it expires; jobs that call other sites are last. */
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

/** Above the longest budget, that of the reminders. */
const JOB_TIMEOUT_MS = 2 * MINUTE_MS

/**
 * Runs the scheduled jobs in the alarm of a single object, so no job runs twice at once. An
 * interrupted run is repeated. Requests send mail too, so `mail/deliver.ts` claims each mail.
 */
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

/**
 * Handler of the cron trigger, every minute.
 * @throws Error when a job failed
 */
export async function scheduled({ JOBS }: Env): Promise<void> {
  const failed = await JOBS.get(JOBS.idFromName('jobs')).run()
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
