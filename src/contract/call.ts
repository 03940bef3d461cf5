import type { z } from 'zod'
import type { ErrorName } from '../domain/errors.ts'
import type { Role } from '../domain/moderation.ts'
import type { ServiceName } from './bases.ts'
import { MINUTE_MS } from '../domain/durations.ts'

/**
 * How often a call may be made; beyond it the response is 403 / -1021 with `Retry-After`. Calls that name the same limit
 * count together.
 */
export type Limit = {
  /** The default of its variable: `LIMIT_POSTS_PER_MINUTE`. */
  max: number
} & (
  | {
      /** What `createService` counts by before the handler runs: the connection's network, or the caller. */
      by: 'network' | 'person'
      windowMs: number
      /** Counted in each isolate's memory, without a query; only for windows of a minute. */
      isCoarse?: true
    }
  /** Counted below the handler, where the account or the need for it is known. */
  | { by: 'handler' }
)

/** Sending a code or a link, for each email address. */
export const codeSends = {
  codeSendsPerMinute: { max: 1, by: 'handler' },
  codeSendsPerDay: { max: 10, by: 'handler' },
} as const

/** Entering a code, for each email address. */
export const codeGuesses = {
  codeGuessesPerDay: { max: 25, by: 'handler' },
  codeFailuresInARow: { max: 100, by: 'handler' },
} as const

/** Wrong passwords, for each email address and each network; a right one is not counted. */
export const signInFailures = {
  signInFailuresPerQuarterHour: { max: 10, by: 'handler' },
} as const

/** Posts and suggestions. */
export const posts = {
  postsPerMinute: { max: 20, by: 'network', windowMs: MINUTE_MS, isCoarse: true },
} as const

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The caller that a call requires, whose access token it carries; without one, anybody may make it. `createService` enforces it. */
export type Access =
  /** An activated person who is not suspended. */
  | 'member'
  /** A member with this role; an operator may do what every other role may. */
  | Role
  /** Also while suspended. */
  | 'author'
  /** Also before activation and while suspended. */
  | 'account'
  /** The session that the token names, even when either has ended. */
  | 'token'

/** The response of a successful call. */
type Success =
  /** `{ "results": … }` of this shape. */
  | { status: 200; results: z.ZodType; about: string; headers?: Record<string, string> }
  /** `{ "results": [] }`. */
  | { status: 202; headers?: Record<string, string> }
  /** No body. */
  | { status: 205; about: string }
  /** JSON without the envelope. */
  | { status: 200; json: z.ZodType; about: string; orStatus?: { 503: string } }
  /** A file of one of these media types. */
  | { status: 200; files: readonly string[]; about: string; mayBeKnown?: true }
  /** A WebSocket with these frames. */
  | { status: 101; frames: z.ZodType; about: string }

/**
 * One call of the contract. Everything that has to know calls derives from these descriptions: the routes and the
 * checks of requests, the OpenAPI document, the client of remote services, the typed client of the browser, the route
 * names in logs, what maintenance refuses, and tests.
 */
export interface CallDescription {
  method: Method
  /** Below the service's base, as remote services spell it; embedded ones also match it without a slash at the end. */
  path: string
  summary: string
  description?: string
  access?: Access
  /** Not by `createService`: the call's own statement checks the session, or the service that it calls does. */
  checksAccessItself?: true
  /** At most one of `query` and `body`. */
  query?: z.ZodObject
  body?: z.ZodObject
  params?: z.ZodObject
  headers?: z.ZodObject
  /** Bytes that a body may have, where that is not the ordinary limit. */
  bodyLimit?: number
  /**
   * Milliseconds that a remote service has for the whole response, where that is not the ordinary limit.
   */
  timeoutMs?: number
  success: Success
  /**
   * Errors beyond those that access, limits, and input of another type bring (`possibleErrors`). `dataNotAvailable` is among
   * them where input has a rule, such as `max`, `regex` or `enum`.
   */
  errors?: readonly ErrorName[]
  /** By name. */
  limits?: Record<string, Limit>
  /**
   * A GET whose response is the same for everybody: the gateway caches it for a second, by the parameters of `query`, and
   * counts what it reads for an address by `publicReadsPerMinute`.
   */
  isPublicRead?: true
  /**
   * What a successful call makes stale: `reads` are the public reads, `pages` also the pages with comments, from which it
   * removes or replaces something.
   */
  purges?: 'reads' | 'pages'
  /** Refused during maintenance. By default, what is not a GET. */
  changesData?: boolean
  /** Each time counts, so that a call which got no response is not repeated. By default, what changes data. */
  isCounted?: true
  /** Starts a session: carries the device headers. */
  isSignIn?: true
  /** Carries the cookie that an ID token was made for. */
  carriesNonce?: true
  /** A remote service takes the body as the query of a GET (a password never stays in a URL of this origin). */
  asQuery?: true
  /** The example in the document, which tests send. */
  example?: {
    query?: Record<string, string | number>
    body?: object
    /** `results`, or the whole JSON where there is no envelope. */
    response?: unknown
    otherResponses?: Record<string, unknown>
  }
}

/** A description with the name of the call (its `operationId`) and the service that responds to it. */
export type Call = CallDescription & { id: string; service: ServiceName | 'gateway' }

type Named<Service, Calls> = {
  readonly [Id in keyof Calls]: Calls[Id] & { id: Id; service: Service }
}

export function defineCalls<
  const Service extends ServiceName | 'gateway',
  const Calls extends Record<string, CallDescription>,
>(service: Service, calls: Calls): Named<Service, Calls> {
  const named = Object.entries(calls).map(([id, call]) => [id, { ...call, id, service }])
  return Object.fromEntries(named) as Named<Service, Calls>
}

/** A response of `{ "results": … }`. */
export const results = <Results extends z.ZodType>(results: Results, about: string) =>
  ({ status: 200, results, about }) as const

export const accepted = { status: 202 } as const

/** The `accepted` of calls that send a passcode. */
export const sent = {
  status: 202,
  headers: {
    'Retry-After': 'seconds until the same can be asked for again, where that is limited',
  },
} as const

/** Errors that every call can respond with. */
const ALWAYS = ['somethingWentWrong', 'databaseConnectionFailed'] as const

const SUSPENDED = ['userBanned', 'userTemporarilyBanned'] as const
const ACCOUNT = ['accessTokenExpired', 'invalidAccessToken', 'userRemoved'] as const

const MEMBER = [...ACCOUNT, ...SUSPENDED, 'userNotActivated'] as const
const ROLE = [...MEMBER, 'rolePrivilegeNotFound'] as const

const BY_ACCESS: Record<Access, readonly ErrorName[]> = {
  member: MEMBER,
  editor: ROLE,
  moderator: ROLE,
  operator: ROLE,
  author: [...ACCOUNT, 'userNotActivated'],
  account: ACCOUNT,
  token: ['invalidAccessToken'],
}

/** Every error of the catalogue that a call can respond with. */
export function possibleErrors(call: Call): Set<ErrorName> {
  const { access, query, headers, body, limits, isPublicRead, errors } = call
  const isChecked = body || (call.service !== 'gateway' && (query || headers))
  return new Set<ErrorName>([
    ...ALWAYS,
    ...(access ? BY_ACCESS[access] : []),
    ...(isChecked ? (['contentNotFound'] as const) : []),
    ...(body ? (['requestTooLarge'] as const) : []),
    ...(limits || isPublicRead ? (['tooManyAttempts'] as const) : []),
    ...(errors ?? []),
  ])
}

export function changesData({ method, changesData }: CallDescription): boolean {
  return changesData ?? method !== 'GET'
}
