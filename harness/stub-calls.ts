import { z } from 'zod'
import ja from '../locales/ja.json' with { type: 'json' }
import { possibleErrors, type Call } from '../src/contract/call.ts'
import { serviceBases, type ServiceName } from '../src/contract/bases.ts'
import type { Input, Endpoint, Results } from '../src/contract/call-types.ts'
import { findCall } from '../src/contract/contract.ts'
import { errors, type ErrorName } from '../src/domain/errors.ts'

/** `network`: the connection breaks. */
type Refusal = { error: ErrorName | 'network'; field?: string; retryAfter?: number }
/** `retryAfter` in seconds, of calls without results. */
type Accepted = { retryAfter: number }
/** A `Response` comes from something in front of the service, such as a firewall. */
type Outcome<Value> = Value | Refusal | Accepted | Response

export const refused = (error: ErrorName | 'network', more: Omit<Refusal, 'error'> = {}) => ({
  error,
  ...more,
})

interface Sent {
  endpoint: string
  input: Record<string, unknown>
  headers: Headers
}

type Handler = (sent: Sent) => unknown

/** Stubbed calls of an island, validated against the contract. */
export class StubCalls {
  readonly sent: Sent[] = []
  readonly problems: string[] = []
  readonly #handlers = new Map<Call, Handler>()

  /** Stubs the calls that every page of a signed-in person makes. */
  constructor() {
    this.on('moderation', 'GET /mute', []).on('moderation', 'GET /notice', [])
  }

  inputs = (endpoint: string) =>
    this.sent.filter((one) => one.endpoint === endpoint).map(({ input }) => input)

  /** Stubs a call with results (`[]` if it has none) or an error that its contract lists. The last stub wins. */
  on<Service extends ServiceName, E extends Endpoint<Service>>(
    service: Service,
    endpoint: E,
    outcome:
      | Outcome<Results<Service, E>>
      | ((
          input: Input<Service, E>,
        ) => Outcome<Results<Service, E>> | Promise<Outcome<Results<Service, E>>>),
  ): this {
    const [method, path] = endpoint.split(' ') as [string, string]
    const call = findCall(method, serviceBases[service] + path)
    if (!call) throw new Error(`${service} has no ${endpoint}`)
    this.#handlers.set(call, ({ input }) =>
      typeof outcome === 'function' ? (outcome as (input: unknown) => unknown)(input) : outcome,
    )
    return this
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(String(address), location.href)
    if (pathname === '/words.ja.json') return Response.json(ja)
    // Not a service call: fails as without a network.
    if (!pathname.startsWith('/service/')) throw new TypeError('Failed to fetch')
    const method = init.method ?? 'GET'
    const call = findCall(method, pathname)
    const handler = call && this.#handlers.get(call)
    if (!handler) {
      this.problems.push(`unexpected ${method} ${pathname}`)
      throw new TypeError('Failed to fetch')
    }
    const input = init.body
      ? (JSON.parse(String(init.body)) as Record<string, unknown>)
      : Object.fromEntries(searchParams)
    const headers = new Headers(init.headers)
    const sent = { endpoint: `${method} ${call.path}`, input, headers }
    this.sent.push(sent)
    const schema = call.body ?? call.query
    const outcome =
      schema && !schema.safeParse(input).success ? refused('dataNotAvailable') : await handler(sent)
    init.signal?.throwIfAborted()
    try {
      return responseOf(call, outcome)
    } catch (error) {
      if (!(error instanceof TypeError)) this.problems.push(String(error))
      throw error
    }
  }
}

function responseOf(call: Call, outcome: unknown): Response {
  if (outcome instanceof Response) return outcome
  if (typeof outcome === 'object' && outcome && 'error' in outcome) {
    const { error, field, retryAfter } = outcome as Refusal
    if (error === 'network') throw new TypeError('Failed to fetch')
    if (!possibleErrors(call).has(error)) throw new Error(`${call.id} never responds ${error}`)
    const { httpCode, errorCode, message } = errors[error]
    const body = { httpCode, errorCode, statusCode: errorCode, message, ...(field && { field }) }
    return Response.json(body, { status: httpCode, headers: retryHeaders(retryAfter) })
  }
  const { success } = call
  if (success.status === 205) return new Response(null, { status: 205 })
  if ('results' in success) {
    const results = z.parse(success.results, outcome)
    return Response.json({ results }, { status: success.status })
  }
  const { retryAfter } = outcome as Partial<Accepted>
  return Response.json(
    { results: [] },
    { status: success.status, headers: retryHeaders(retryAfter) },
  )
}

const retryHeaders = (seconds: number | undefined) =>
  new Headers(seconds ? { 'Retry-After': String(seconds) } : undefined)
