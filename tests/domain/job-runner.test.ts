import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type JobList, JobRunner } from '../../src/worker/jobs/job-runner.ts'

const env = { SECRET: 'x'.repeat(40), DEVELOPMENT: 'on', LOG_LEVEL: 'silent' } as unknown as Env

test('runs jobs in turn, and the next ones after a failure', async () => {
  const order: string[] = []
  const jobs: JobList = {
    async first() {
      await wait(5)
      order.push('first')
    },
    failing: () => Promise.reject(new Error('refused')),
    last: async () => void order.push('last'),
  }
  expect(await new JobRunner(1000).run(env, jobs)).toEqual(['failing'])
  expect(order).toEqual(['first', 'last'])
})

test('goes on after the timeout, and leaves the slow job out until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = vi.fn(() => promise)
  const mail = vi.fn(() => Promise.resolve())
  const runner = new JobRunner(10)
  expect(await runner.run(env, { slow, mail })).toEqual(['slow'])
  expect(await runner.run(env, { slow, mail })).toEqual(['slow'])
  expect(slow).toHaveBeenCalledTimes(1)
  expect(mail).toHaveBeenCalledTimes(2)
  resolve()
  await promise
  await wait(0)
  expect(await runner.run(env, { slow, mail })).toEqual([])
  expect(slow).toHaveBeenCalledTimes(2)
})
