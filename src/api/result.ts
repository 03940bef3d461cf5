import type { ErrorBody } from '../domain/errors.ts'

export type Failure =
  | {
      ok: false
      error: ErrorBody
      /** Seconds. */
      retryAfter: number | undefined
      /** Refused because of a maintenance window, which ends after `retryAfter`. */
      isMaintenance?: boolean
    }
  | { ok: false; error: 'network' }

export type CallResult<Value> =
  | {
      ok: true
      status: number
      results: Value
      /** Cursor of the next page. */
      next?: string
      /** Seconds until the same can be asked for again, where that is limited. */
      retryAfter?: number | undefined
    }
  | Failure

/** Writes a failure to the console as one line, without what was sent. */
export function warn(endpoint: string, { error }: Failure): void {
  console.warn(endpoint, ...(error === 'network' ? [error] : [error.httpCode, error.errorCode]))
}

/** The longest wait before a retry that a person does not notice. */
const MAX_RETRY_WAIT_S = 2

/** Seconds after which to repeat a call that was refused because of overload; `undefined` for any other result. */
export function overloadWait(result: CallResult<unknown>): number | undefined {
  if (result.ok || result.error === 'network' || result.isMaintenance) return undefined
  const { error, retryAfter = Infinity } = result
  return error.httpCode === 503 && retryAfter <= MAX_RETRY_WAIT_S ? retryAfter : undefined
}

/** The catalogue's number of a failure; `undefined` for success and for a network failure. */
export function codeOf(result: CallResult<unknown>): number | undefined {
  return result.ok || result.error === 'network' ? undefined : result.error.errorCode
}

/** Whether the outcome is unknown: no network, a timeout, or a fault of the server. */
export function isTransient(result: CallResult<unknown>): boolean {
  return !result.ok && (result.error === 'network' || result.error.httpCode >= 500)
}
