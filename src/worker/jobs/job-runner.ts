import { withTimeout } from '../../domain/with-timeout.ts'
import { errorName, log } from '../logging/log.ts'

export type JobList = Record<string, (env: Env) => Promise<unknown>>

/** A failed job is logged and stops no other. One that times out goes on; later runs skip it until it ends. */
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
    await withTimeout(
      work().finally(() => this.#running.delete(job)),
      this.#timeoutMs,
    )
  }
}
