import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux's USER_HZ, the unit of CPU time in /proc. */
const TICKS_A_SECOND = 100
const SERVER_CORE = '0'
const LOAD_CORE = '1'

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const nameEnd = text.lastIndexOf(')')
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    rest: text.slice(nameEnd + 2).split(' '),
  }
}

/** Pids of workerd processes that this process started; empty without /proc. */
export function workerdPids(): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const { name, rest } = statOf(pid)
        return name === 'workerd' && Number(rest[1]) === process.pid
      } catch {
        return false
      }
    })
}

export function cpuSeconds(pid: number): number {
  const { rest } = statOf(pid)
  return (Number(rest[11]) + Number(rest[12])) / TICKS_A_SECOND
}

const cores = availableParallelism()

/** On Linux with two cores the servers get one and the load the other, so that a rate is per core. */
const isPinned = cores >= 2 && process.platform === 'linux' && existsSync('/usr/bin/taskset')

const pin = (pid: number, core: string) => {
  if (isPinned) execFileSync('taskset', ['-acp', core, String(pid)])
}

export const pinServer = (pid: number): void => pin(pid, SERVER_CORE)
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
