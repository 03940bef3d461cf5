import { isSampled, writeLines } from './log.ts'

const BATCH_MS = 1_000
const MAX_BATCH_CHARACTERS = 16_384

let batch = ''
let batchStartedAt = 0
/** Of the newest line: those of one millisecond share it. */
let timeMs = NaN
let time = ''

/**
 * Queues the log line of a cached response: writing a line costs more than such a response, so the lines of one
 * second are written together. `rest` is the cached remainder of the line, as JSON without its opening brace.
 */
export function logBatched(
  env: Env,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  requestId: string,
  rest: string,
  nowMs: number,
): void {
  if (!isSampled(env, 'info')) return
  if (nowMs !== timeMs) {
    timeMs = nowMs
    time = new Date(nowMs).toISOString()
  }
  const line = `{"time":"${time}","level":"info","event":"request","requestId":"${requestId}",${rest}`
  if (batch === '') {
    batchStartedAt = nowMs
    lifetime.waitUntil(scheduler.wait(BATCH_MS).then(flush))
  }
  batch = (batch && `${batch}\n${line}`) || line
  // The request that waits to flush may have been cancelled, so an overdue batch is flushed here.
  if (batch.length > MAX_BATCH_CHARACTERS || nowMs - batchStartedAt > 2 * BATCH_MS) flush()
}

function flush(): void {
  if (batch) writeLines(batch)
  batch = ''
}
