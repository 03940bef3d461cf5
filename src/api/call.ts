import { serviceBases, type ServiceName } from '../contract/bases.ts'
import type { CallHeaders, Input, Line, Results } from '../contract/call-types.ts'
import type { ErrorBody } from '../domain/errors.ts'
import * as errorCode from './error-code.ts'
import { readServerTime, serverNow } from './server-clock.ts'
import { stored } from './storage.ts'

export { serverNow }

/** Time after which a call counts as a network failure. */
const CALL_TIMEOUT_MS = 10_000

export interface CallOptions<Headers = Record<string, string>> {
  /** Sends `Authorization: Bearer` with the stored access token (`docs/product.md#roles`). */
  authorized?: boolean
  /** Sent instead of the stored one. */
  accessToken?: string
  headers?: Headers
  /** Outlives the page that sends it. */
  keepalive?: boolean
}

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

/**
 * Retries of a call that an overloaded server refused, and the longest wait before one that a person does not notice.
 */
const MAX_RETRIES = 2
const MAX_RETRY_WAIT_S = 2

/**
 * Makes a call of the contract; never throws. Repeats the call where the server was too busy to begin with it: 503 with
 * a short `Retry-After`.
 * @param line method and path, as the contract spells them
 * @param input its body, or of a GET its query
 */
export async function call<Service extends ServiceName, L extends Line<Service>>(
  service: Service,
  line: L,
  input: Input<Service, L>,
  options: CallOptions<CallHeaders<Service, L>> = {},
): Promise<CallResult<Results<Service, L>>> {
  for (let retries = 0; ; retries++) {
    const result = await callOnce(service, line, input, options)
    const wait = retries < MAX_RETRIES ? overloadWait(result) : undefined
    if (wait === undefined) {
      if (!result.ok) warn(line, result)
      return result
    }
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

/** Writes a failure to the console as one line, without what was sent. */
export function warn(line: string, { error }: Failure): void {
  console.warn(line, ...(error === 'network' ? [error] : [error.httpCode, error.errorCode]))
}

/** Seconds after which to repeat a call that was refused because of overload; `undefined` for any other result. */
export function overloadWait(result: CallResult<unknown>): number | undefined {
  if (result.ok || result.error === 'network' || result.isMaintenance) return undefined
  const { error, retryAfter = Infinity } = result
  return error.httpCode === 503 && retryAfter <= MAX_RETRY_WAIT_S ? retryAfter : undefined
}

async function callOnce<Service extends ServiceName, L extends Line<Service>>(
  service: Service,
  line: L,
  input: Input<Service, L>,
  { authorized, accessToken, headers, keepalive }: CallOptions<CallHeaders<Service, L>>,
): Promise<CallResult<Results<Service, L>>> {
  const [method, path] = line.split(' ') as [string, string]
  const isRead = method === 'GET'
  const token = accessToken ?? (authorized && stored('AccessToken'))
  try {
    const response = await fetch(
      serviceBases[service] + path + (isRead ? queryOf(input as object) : ''),
      {
        method,
        keepalive,
        body: isRead ? undefined : JSON.stringify(input),
        headers: {
          ...(!isRead && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(headers as Record<string, string> | undefined),
        },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      },
    )
    readServerTime(response)
    return await read(response)
  } catch {
    return { ok: false, error: 'network' }
  }
}

/** `?a=1&b=2` of what is defined; empty where there is nothing. */
function queryOf(input: object): string {
  const found = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(found as [string, string][])
  return found.length > 0 ? `?${query}` : ''
}

interface Content<Value> extends Partial<ErrorBody> {
  results?: Value
}

async function read<Value>(response: Response): Promise<CallResult<Value>> {
  const { ok, status, headers } = response
  // A response that is not JSON (205 has none; an outage may bring HTML) is judged by its status.
  const content = await response.json<Content<Value> | null>().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
  const next = headers.get('Next-Before') ?? undefined
  const retryAfter = Number(headers.get('Retry-After')) || undefined
  const results = status === 205 ? ([] as Value) : content?.results
  if (ok && results && typeof results === 'object')
    return { ok, status, results, ...(next && { next }), retryAfter }
  const code = errorCode.somethingWentWrong
  // Success without results comes from something other than the service, and may be better the next time.
  const error = {
    httpCode: ok ? 500 : status,
    errorCode: code,
    statusCode: code,
    message: '',
    ...content,
  }
  return { ok: false, error, retryAfter, isMaintenance: headers.has('Maintenance') }
}

/** The catalogue's number of a failure; `undefined` for success and for a network failure. */
export function codeOf(result: CallResult<unknown>): number | undefined {
  return result.ok || result.error === 'network' ? undefined : result.error.errorCode
}

/** Whether the outcome is unknown: no network, a timeout, or a fault of the server. */
export function isTransient(result: CallResult<unknown>): boolean {
  return !result.ok && (result.error === 'network' || result.error.httpCode >= 500)
}
