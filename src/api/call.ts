import type { ErrorBody } from '../domain/errors.ts'
import type { serviceBases, ServiceName } from '../contract/bases.ts'
import { errorCode } from './error-code.ts'
import { readServerTime, serverNow } from './server-clock.ts'
import { stored } from './storage.ts'

export { serverNow }
export type { ServiceName }

const bases: typeof serviceBases = {
  question: '/service/quest/v1',
  auth: '/service/auth/v1',
  comment: '/service/comment/v1',
  user: '/service/user/v1',
  account: '/service/account/v1',
}

/** Milliseconds after which a call counts as a network failure. */
const TIME_LIMIT = 10_000

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Sends `Authorization: Bearer` with the stored access token (`product.md §7`). */
  authorized?: boolean
  headers?: Record<string, string>
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
export type Answer<Results> =
  | {
      ok: true
      status: number
      results: Results
      /** Where the next page begins. */
      next?: string
      /** Seconds until the same can be asked for again, where that is limited. */
      retryAfter?: number | undefined
    }
  | Failure

/** Retries of a call that an overloaded server refused, and the longest wait before one that a person does not notice. */
const MAX_RETRIES = 2
const MAX_RETRY_WAIT_S = 2

/**
 * Calls a service; never throws. Repeats the call where the server was too busy to begin with it: 503 with a short
 * `Retry-After`.
 * @param path below the service's base, query included
 */
export async function call<Results>(
  service: ServiceName,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Results>> {
  for (let retries = 0; ; retries++) {
    const answer = await callOnce<Results>(service, path, options)
    const wait = retries < MAX_RETRIES ? overloadWait(answer) : undefined
    if (wait === undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

/** Seconds after which to repeat a call that was refused because of overload; `undefined` for any other answer. */
export function overloadWait(answer: Answer<unknown>): number | undefined {
  if (answer.ok || answer.error === 'network' || answer.isMaintenance) return undefined
  const { error, retryAfter = Infinity } = answer
  return error.httpCode === 503 && retryAfter <= MAX_RETRY_WAIT_S ? retryAfter : undefined
}

async function callOnce<Results>(
  service: ServiceName,
  path: string,
  { body, authorized, headers, ...init }: CallOptions,
): Promise<Answer<Results>> {
  try {
    const response = await fetch(bases[service] + path, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(authorized && { Authorization: `Bearer ${stored('AccessToken')}` }),
        ...headers,
      },
      signal: AbortSignal.timeout(TIME_LIMIT),
    })
    readServerTime(response)
    return await read<Results>(response)
  } catch {
    return { ok: false, error: 'network' }
  }
}

interface Content extends Partial<ErrorBody> {
  results?: unknown
}

async function read<Results>(response: Response): Promise<Answer<Results>> {
  const { ok, status, headers } = response
  // An answer that is not JSON (205 has none; an outage may bring HTML) is judged by its status.
  const content: Content = await response.json<Content>().catch((error: unknown): Content => {
    if (error instanceof SyntaxError) return {}
    throw error
  })
  const next = headers.get('Next-Before') ?? undefined
  const retryAfter = Number(headers.get('Retry-After')) || undefined
  if (ok) {
    return { ok, status, results: content.results as Results, ...(next && { next }), retryAfter }
  }
  const code = errorCode.somethingWentWrong
  const error = { httpCode: status, errorCode: code, statusCode: code, message: '', ...content }
  return { ok, error, retryAfter, isMaintenance: headers.has('Maintenance') }
}

/** The catalogue's number of a failure; `undefined` for success and for a network failure. */
export function codeOf(answer: Answer<unknown>): number | undefined {
  return answer.ok || answer.error === 'network' ? undefined : answer.error.errorCode
}

/** Whether nothing definite was answered: no network, no time, or the server's own fault. */
export function isTransient(answer: Answer<unknown>): boolean {
  return !answer.ok && (answer.error === 'network' || answer.error.httpCode >= 500)
}
