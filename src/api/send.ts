import { serviceBase, type ServiceName } from '../contract/bases.ts'
import type { CallHeaders, Endpoint, Input, Results } from '../contract/call-types.ts'
import { type CallResult, errorCode, overloadWait, unreached, warn } from './result.ts'
import { readServerTime } from './server-clock.ts'

const CALL_TIMEOUT_MS = 10_000

export interface SendOptions<Headers = Record<string, string>> {
  /** Sent as `Authorization: Bearer`. */
  accessToken?: string | undefined
  headers?: Headers
  /** Survives the unload of its page. */
  keepalive?: boolean
}

const MAX_RETRIES = 2

/** Seconds until a call whose response was lost is repeated. */
const LOST_WAIT = 1

/** Settings and posts: sent twice, they are stored once. A post has an `Idempotency-Key`. */
const REPEATABLE = /^(PUT .user.\w+|\w+ .comment)$/

/**
 * Makes a contract call without the session; never throws. Retries a 503 with a short
 * `Retry-After`, and once a `REPEATABLE` call whose response was lost while online. Prefer `call` of
 * `stores/call.ts`.
 * @param endpoint method and path of the contract
 * @param input the body, or the query of a GET
 */
export async function send<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  options: SendOptions<CallHeaders<Service, E>> = {},
): Promise<CallResult<Results<Service, E>>> {
  for (let retries = 0; ; retries++) {
    const result = await sendOnce(service, endpoint, input, options)
    if (result.ok) return result
    const isLost = result.status === 0 && REPEATABLE.test(endpoint) && navigator.onLine
    const wait = isLost && !retries ? LOST_WAIT : overloadWait(result)
    if (wait === undefined || retries === MAX_RETRIES) {
      warn(endpoint, result)
      return result
    }
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

async function sendOnce<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  { accessToken, headers, keepalive }: SendOptions<CallHeaders<Service, E>>,
): Promise<CallResult<Results<Service, E>>> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const isRead = method === 'GET'
  try {
    const response = await fetch(
      serviceBase(service) + path + (isRead ? queryOf(input as object) : ''),
      {
        method,
        keepalive,
        body: isRead ? undefined : JSON.stringify(input),
        headers: {
          ...(!isRead && { 'Content-Type': 'application/json' }),
          ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
          ...(headers as Record<string, string> | undefined),
        },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      },
    )
    readServerTime(response)
    return await read(response)
  } catch {
    return unreached
  }
}

function queryOf(input: object): string {
  const defined = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(defined as [string, string][])
  return defined.length > 0 ? `?${query}` : ''
}

interface Content<Value> {
  results?: Value
  errorCode?: number
  field?: string
}

/** Reads a response of a contract call. */
export async function read<Value>(response: Response): Promise<CallResult<Value>> {
  const { ok, status, headers } = response
  // A body that is not JSON (205 has none, outages send HTML) is judged by its status.
  const content = await response.json<Content<Value> | null>().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
  const retryAfter = Number(headers.get('Retry-After')) || undefined
  const results = status === 205 ? ([] as Value) : content?.results
  if (ok && results && typeof results === 'object')
    return { ok, status, results, headers, retryAfter }
  return {
    ok: false,
    // Success without results is not from the service: treat it as retryable.
    status: ok ? 500 : status,
    code: content?.errorCode ?? errorCode.somethingWentWrong,
    field: content?.field,
    retryAfter,
    isMaintenance: headers.has('Maintenance'),
  }
}
