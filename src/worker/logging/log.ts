import { AsyncLocalStorage } from 'node:async_hooks'
import { config } from '../config/config.ts'
import { logLevels } from '../config/variables-schema.ts'

type LogContext = { requestId: string } | { runId: string }

const logContext = new AsyncLocalStorage<LogContext>()

/** Every log line of `work`, `waitUntil` included, carries the id of this request or run. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return logContext.run(context, work)
}

export function currentRequestId(): string | undefined {
  const context = logContext.getStore()
  return context && 'requestId' in context ? context.requestId : undefined
}

type Level = Exclude<(typeof logLevels)[number], 'silent'>

function isLogged(env: object, level: Level): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(config(env).log.level)
}

export function levelOf(status: number): Level {
  return status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
}

/** Failures are always logged, successes by `LOG_SAMPLING`. */
export function isSampled(env: object, level: Level): boolean {
  if (!isLogged(env, level)) return false
  const { sampling } = config(env).log
  return level !== 'info' || sampling >= 1 || Math.random() < sampling
}

/** Details are names, counts and generated ids only: other values may hold personal data. */
export function log(env: object, level: Level, event: string, details: object): void {
  if (!isLogged(env, level)) return
  // oxlint-disable-next-line eslint/no-console -- the only place that writes, and `flush`
  console[level](lineOf(level, event, { ...logContext.getStore(), ...details }))
}

const lineOf = (level: Level, event: string, details: object): string =>
  JSON.stringify({ time: new Date().toISOString(), level, event, ...details })

const BATCH_MS = 1_000
const MAX_LINES = 100
let lines: string[] = []
let firstAt = 0

/**
 * Batched, because a log call costs as much as a cached response.
 * @param details with the request's id
 */
export function logTogether(
  env: object,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  event: string,
  details: object,
): void {
  if (!isLogged(env, 'info')) return
  if (lines.push(lineOf('info', event, details)) === 1) {
    firstAt = Date.now()
    lifetime.waitUntil(scheduler.wait(BATCH_MS).then(flush))
  }
  // The request whose timer flushes may have been cancelled.
  if (lines.length >= MAX_LINES || Date.now() - firstAt > 2 * BATCH_MS) flush()
}

function flush(): void {
  // oxlint-disable-next-line eslint/no-console -- see above
  if (lines.length > 0) console.info(lines.join('\n'))
  lines = []
}

/** Class name of the thrown value, the only part that may be logged. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'unknown'
}

const reported = new WeakSet()

export function logConfiguration(env: object): void {
  if (reported.has(env)) return
  reported.add(env)
  for (const { variable, sentence } of config(env).problems)
    log(env, 'error', 'configuration', { variable, problem: sentence })
}
