import type { ErrorBody } from '../domain/errors.ts'

export * as errorCode from './error-code.ts'

export type Failure =
  | {
      ok: false
      error: ErrorBody
      /** Seconds. */
      retryAfter: number | undefined
      /** A maintenance window, which ends after `retryAfter`. */
      isMaintenance?: boolean
    }
  | { ok: false; error: 'network' }

export type CallResult<Value> =
  | {
      ok: true
      status: number
      results: Value
      next?: string
      /** Seconds until the call is allowed again, if limited. */
      retryAfter?: number | undefined
    }
  | Failure

export function warn(endpoint: string, { error }: Failure): void {
  console.warn(endpoint, ...(error === 'network' ? [error] : [error.httpCode, error.errorCode]))
}

/** Longest retry delay that goes unnoticed. */
const MAX_RETRY_WAIT_S = 2

/** Seconds until the retry of a call refused for overload; else `undefined`. */
export function overloadWait(result: CallResult<unknown>): number | undefined {
  if (result.ok || result.error === 'network' || result.isMaintenance) return undefined
  const { error, retryAfter = Infinity } = result
  return error.httpCode === 503 && retryAfter <= MAX_RETRY_WAIT_S ? retryAfter : undefined
}

export function codeOf(result: CallResult<unknown>): number | undefined {
  return result.ok || result.error === 'network' ? undefined : result.error.errorCode
}

export function fieldOf(result: CallResult<unknown>): string | undefined {
  return result.ok || result.error === 'network' ? undefined : result.error.field
}

/** Whether the outcome is unknown: no network, a timeout or a server fault. */
export function isTransient(result: CallResult<unknown>): boolean {
  return !result.ok && (result.error === 'network' || result.error.httpCode >= 500)
}
