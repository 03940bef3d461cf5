import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { workerdId } from '../harness/local/workerd.ts'

const SERVER_CORE = '0'
const LOAD_CORE = '1'

const cores = availableParallelism()

/** On Linux with two cores the servers get one and the load the other, so that a rate is per core. */
const isPinned = cores >= 2 && process.platform === 'linux' && existsSync('/usr/bin/taskset')

const pin = (pid: number, core: string) => {
  if (isPinned) execFileSync('taskset', ['-acp', core, String(pid)])
}

export const pinServer = (pid: number): void => pin(pid, SERVER_CORE)

/** Pins the workerd that was started last. */
export function pinNewestServer(): void {
  if (workerdId) pinServer(workerdId)
}

/** This process serves workerd's lookups and logs during the load. */
export const pinSelf = (): void => pin(process.pid, LOAD_CORE)

export const onLoadCore = (command: string, args: string[]): [string, string[]] =>
  isPinned ? ['taskset', ['-c', LOAD_CORE, command, ...args]] : [command, args]

/** Unpins this process for work that starts a browser, which needs cores for rendering. */
export async function onAllCores<Result>(work: () => Promise<Result>): Promise<Result> {
  pin(process.pid, `0-${cores - 1}`)
  try {
    return await work()
  } finally {
    pinSelf()
  }
}
