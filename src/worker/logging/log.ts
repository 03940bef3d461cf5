import { AsyncLocalStorage } from 'node:async_hooks'
import { configuration } from '../config/configuration.ts'
import { logLevels, type LogLevel } from '../config/variable-checks.ts'

/** Whence a line stems: the request, or the run of the cron. */
export type Origin = { requestId: string } | { runId: string }

const origins = new AsyncLocalStorage<Origin>()

/** Does the work, and whatever it leaves for later, in the name of a request or run: its lines carry the id. */
export function inNameOf<Result>(origin: Origin, work: () => Result): Result {
  return origins.run(origin, work)
}

/** The id of the request at hand, if there is one. */
export function currentRequestId(): string | undefined {
  const origin = origins.getStore()
  return origin && 'requestId' in origin ? origin.requestId : undefined
}

type Level = Exclude<LogLevel, 'silent'>

/** Whether this deployment writes lines of a level. */
function isLogged(env: object, level: Level): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(configuration(env).log.level)
}

/** The level of a line about an answer. */
export function levelOf(status: number): Level {
  return status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
}

/** Whether the line about an answer is written: failures always, the others by their share. */
export function isChosen(env: object, level: Level): boolean {
  if (!isLogged(env, level)) return false
  const { sampling } = configuration(env).log
  return level !== 'info' || sampling >= 1 || Math.random() < sampling
}

/**
 * Writes one JSON line. Names, counts and ids of ours only: never a query, a header's value, an address, a code, a
 * token or an error's message, which may hold anything.
 */
export function log(env: object, level: Level, event: string, details: object = {}): void {
  if (!isLogged(env, level)) return
  const line = { time: new Date().toISOString(), level, event, ...origins.getStore(), ...details }
  // oxlint-disable-next-line eslint/no-console -- the only place that writes
  console[level](JSON.stringify(line))
}

/** Writes lines that are JSON each, as they are, in one go. */
export function writeLines(lines: string): void {
  // oxlint-disable-next-line eslint/no-console -- see above
  console.info(lines)
}

/** The name of what was thrown, which alone may stand in a line. */
export function thrownName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'unknown'
}

const announced = new WeakSet()

/** Says once, for each set of bindings, what is wrong with them. */
export function logConfiguration(env: object): void {
  if (announced.has(env)) return
  announced.add(env)
  for (const { variable, sentence } of configuration(env).problems)
    log(env, 'error', 'configuration', { variable, problem: sentence })
}
