import { AsyncLocalStorage } from 'node:async_hooks'
import { config, type LogLevel } from '../config/config.ts'
import { logLevels } from '../config/variables-schema.ts'

/** The id that every log line of a request or of a cron run carries. */
type LogContext = { requestId: string } | { runId: string }

const logContext = new AsyncLocalStorage<LogContext>()

/** Runs `work` so that every log line it writes, `waitUntil` included, carries the id of this request or run. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return logContext.run(context, work)
}

/** The current request's id; `undefined` outside of a request. */
export function currentRequestId(): string | undefined {
  const context = logContext.getStore()
  return context && 'requestId' in context ? context.requestId : undefined
}

type Level = Exclude<LogLevel, 'silent'>

/** Whether this deployment writes lines of a level. */
function isLogged(env: object, level: Level): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(config(env).log.level)
}

/** The log level for a response with this status. */
export function levelOf(status: number): Level {
  return status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
}

/** Whether a response gets a line: failures always, successes by `LOG_SAMPLING`. */
export function isSampled(env: object, level: Level): boolean {
  if (!isLogged(env, level)) return false
  const { sampling } = config(env).log
  return level !== 'info' || sampling >= 1 || Math.random() < sampling
}

/**
 * Writes one JSON line. Details are names, counts and generated ids only: never a query, a header value, an address,
 * a code, a token or an error message, any of which may hold personal data.
 */
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
 * Writes the line of a response from memory with others of the same second: a call costs as much as such a response.
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
  // The request that waits to flush may have been cancelled.
  if (lines.length >= MAX_LINES || Date.now() - firstAt > 2 * BATCH_MS) flush()
}

function flush(): void {
  // oxlint-disable-next-line eslint/no-console -- see above
  if (lines.length > 0) console.info(lines.join('\n'))
  lines = []
}

/** The thrown value's class name: the only part of it that may be logged. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'unknown'
}

const reported = new WeakSet()

/** Logs the problems of a configuration, once for each `env`. */
export function logConfiguration(env: object): void {
  if (reported.has(env)) return
  reported.add(env)
  for (const { variable, sentence } of config(env).problems)
    log(env, 'error', 'configuration', { variable, problem: sentence })
}
