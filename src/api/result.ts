export * as errorCode from './error-code.ts'

interface Outcome {
  /** Of HTTP; 0 without a response. */
  status: number
  /** Seconds until the call is allowed again, if limited. */
  retryAfter?: number | undefined
}

export interface Failure extends Outcome {
  ok: false
  code?: number | undefined
  field?: string | undefined
  /** A maintenance window, which ends after `retryAfter`. */
  isMaintenance?: boolean
}

interface Success<Value> extends Outcome {
  ok: true
  code?: never
  field?: never
  results: Value
  headers?: Headers
}

export type CallResult<Value> = Success<Value> | Failure

/** Without a response. */
export const unreached: Failure = { ok: false, status: 0 }

export function warn(endpoint: string, { status, code }: Failure): void {
  console.warn(endpoint, ...(status ? [status, code] : ['network']))
}

/** Longest retry delay that goes unnoticed. */
const MAX_RETRY_WAIT_S = 2

/** Seconds until the retry of a call refused for overload; else `undefined`. */
export function overloadWait(result: CallResult<unknown>): number | undefined {
  if (result.ok || result.status !== 503 || result.isMaintenance) return undefined
  const { retryAfter = Infinity } = result
  return retryAfter <= MAX_RETRY_WAIT_S ? retryAfter : undefined
}

/** Whether the outcome is unknown: no network, a timeout or a server fault. */
export function isTransient(result: CallResult<unknown>): boolean {
  return !result.ok && (result.status === 0 || result.status >= 500)
}
