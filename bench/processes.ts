import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { workerdId } from '../harness/local/workerd.ts'

/** Linux's USER_HZ, the unit of CPU time in /proc. */
const TICKS_A_SECOND = 100
const SERVER_CORE = '0'
const LOAD_CORE = '1'

export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

const cores = availableParallelism()

/** On Linux with two cores the servers get one and the load the other, so that a rate is per core. */
const isPinned = cores >= 2 && process.platform === 'linux' && existsSync('/usr/bin/taskset')

const pin = (pid: number, core: string) => {
  if (isPinned) execFileSync('taskset', ['-acp', core, String(pid)])
}

/** Pins the workerd that was started last; returns its pid, undefined without /proc. */
export function pinNewestServer(): number | undefined {
  if (!workerdId || !existsSync('/proc/self/stat')) return undefined
  pin(workerdId, SERVER_CORE)
  return workerdId
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
