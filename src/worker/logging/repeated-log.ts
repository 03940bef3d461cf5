import { isChosen, writeLines } from './log.ts'

/** How long a line waits for others, milliseconds, and how many characters wait. */
const GATHERING_MS = 1_000
const MOST_WAITING = 16_384

let waiting = ''
let waitingSince = 0

/**
 * The line of a page's answer that costs less than writing a line does: written with others, one below the other, a
 * second later at most. `rest` is the same for every such answer, as JSON without its opening brace.
 */
export function logRepeated(
  env: Env,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  requestId: string,
  rest: string,
  nowMs: number,
): void {
  if (!isChosen(env, 'info')) return
  const line = `{"time":"${new Date(nowMs).toISOString()}","level":"info","event":"request","requestId":"${requestId}",${rest}`
  if (waiting === '') {
    waitingSince = nowMs
    lifetime.waitUntil(scheduler.wait(GATHERING_MS).then(write))
  }
  waiting = (waiting && `${waiting}\n${line}`) || line
  if (waiting.length > MOST_WAITING || nowMs - waitingSince > 2 * GATHERING_MS) write()
}

function write(): void {
  if (waiting) writeLines(waiting)
  waiting = ''
}
