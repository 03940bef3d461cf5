import type { z } from 'zod'
import type { ErrorName } from '../domain/errors.ts'
import type { Role } from '../domain/moderation.ts'
import type { ServiceName } from './bases.ts'
import { MINUTE_MS } from '../domain/durations.ts'

/** Beyond the limit the response is 403 / -1021 with `Retry-After`. Calls with the same limit share a count. */
export type Limit = {
  /** Default, which `LIMITS` can change. */
  max: number
} & (
  | {
      /** Key of the count that `createService` keeps: the connection's network, or the caller. */
      by: 'network' | 'person'
      windowMs: number
      /** Counted in each isolate's memory, without a query; only for windows of a minute. */
      isCoarse?: true
    }
  /** Counted by the handler, which knows the account or the need for it. */
  | { by: 'handler' }
)

/** For each email address. */
export const codeSends = {
  codeSendsPerMinute: { max: 1, by: 'handler' },
  codeSendsPerDay: { max: 10, by: 'handler' },
} as const

/** For each email address. */
export const codeGuesses = {
  codeGuessesPerDay: { max: 25, by: 'handler' },
  codeFailuresInARow: { max: 100, by: 'handler' },
} as const

/** Wrong passwords only, for each email address and each network. */
export const signInFailures = {
  signInFailuresPerQuarterHour: { max: 10, by: 'handler' },
} as const

export const posts = {
  postsPerMinute: { max: 20, by: 'network', windowMs: MINUTE_MS, isCoarse: true },
} as const

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The caller that a call requires, by access token; enforced by `createService`. */
export type Access =
  /** Activated and not suspended. */
  | 'member'
  /** A member with this role; operators have every role. */
  | Role
  /** Also while suspended. */
  | 'author'
  /** Also before activation and while suspended. */
  | 'account'
  /** The session that the token names, even when either has ended. */
  | 'token'

type Success =
  | { status: 200; results: z.ZodType; about: string; headers?: Record<string, string> | undefined }
  /** `{ "results": [] }`. */
  | { status: 202; headers?: Record<string, string> }
  /** No body. */
  | { status: 205; about: string }
  /** JSON without the envelope. */
  | { status: 200; json: z.ZodType; about: string; orStatus?: { 503: string } }
  | { status: 200; files: readonly string[]; about: string; mayBeKnown?: true }
  | { status: 101; frames: z.ZodType; about: string }

/** Single source for routes, checks, OpenAPI, remote and browser clients, log names and maintenance. */
interface Description {
  /**
   * Method and path, relative to the service's base: `PUT /user/gender`. Embedded services do not require a trailing
   * slash.
   */
  endpoint: `${Method} /${string}`
  summary: string
  description?: string
  access?: Access
  /** The call's own statement, or the service that it calls, checks the session. */
  checksAccessItself?: true
  query?: z.ZodObject
  body?: z.ZodObject
  params?: z.ZodObject
  headers?: z.ZodObject
  /** Bytes, instead of the ordinary limit. */
  bodyLimit?: number
  /** Time for a remote service's whole response, instead of the ordinary limit. */
  timeoutMs?: number
  /** Default: `accepted`. */
  success?: Success
  /** Input without a rule such as `max`, `regex` or `enum`: what is missing or of another type is 400. */
  hasNoRules?: true
  /** Beyond those of its input and access. */
  errors?: readonly ErrorName[]
  limits?: Record<string, Limit>
  /** A GET with one response for everybody, cached for a second; misses count as `publicReadsPerMinute`. */
  isPublicRead?: true
  /** Invalidates public `reads`, or also `pages` with comments, when content is removed or replaced. */
  purges?: 'reads' | 'pages'
  /** Refused during maintenance. Default: all but GET. */
  changesData?: boolean
  /** Each attempt counts, so it is not retried without a response. Default: `changesData`. */
  isCounted?: true
  /** Starts a session: carries the device headers. */
  isSignIn?: true
  /** Carries the cookie that an ID token was made for. */
  carriesNonce?: true
  /** A remote service takes the body as the query of a GET, since a password must not be in a URL of this origin. */
  asQuery?: true
  /** Query or body. */
  example?: Record<string, unknown>
}

export type CallDescription = Description & { method: Method; path: string; success: Success }

export type Call = CallDescription & { id: string; service: ServiceName | 'gateway' }

type Parts<Endpoint> = Endpoint extends `${infer M} ${infer P}` ? { method: M; path: P } : never

const accepted = { status: 202 } as const

type Named<Service, Calls extends Record<string, Description>> = {
  readonly [Id in keyof Calls]: ('success' extends keyof Calls[Id]
    ? Calls[Id]
    : Calls[Id] & { success: typeof accepted }) &
    Parts<Calls[Id]['endpoint']> & { id: Id; service: Service }
}

export function defineCalls<
  const Service extends ServiceName | 'gateway',
  const Calls extends Record<string, Description>,
>(service: Service, calls: Calls): Named<Service, Calls> {
  const named = Object.entries(calls).map(([id, call]) => {
    const [method, path] = call.endpoint.split(' ')
    return [id, { success: accepted, ...call, method, path, id, service }]
  })
  return Object.fromEntries(named) as Named<Service, Calls>
}

export const results = <Results extends z.ZodType>(
  results: Results,
  about: string,
  headers?: Record<string, string>,
) => ({ status: 200, results, about, headers }) as const

/** The `accepted` of calls that send a passcode. */
export const sent = {
  status: 202,
  headers: {
    'Retry-After': 'seconds until the same can be asked for again, where that is limited',
  },
} as const

/** A malformed `Host` is `contentNotFound` for every call. */
const ALWAYS = ['contentNotFound', 'somethingWentWrong', 'databaseConnectionFailed'] as const

const SUSPENDED = ['userBanned', 'userTemporarilyBanned'] as const
/** Of a sign-in. */
export const refusedAccount = [...SUSPENDED, 'userRemoved'] as const
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

export function possibleErrors(call: Call): Set<ErrorName> {
  const { access, query, body, headers, hasNoRules, limits, isPublicRead, errors } = call
  return new Set<ErrorName>([
    ...ALWAYS,
    ...(access ? BY_ACCESS[access] : []),
    ...(!hasNoRules && (query || body || headers) ? (['dataNotAvailable'] as const) : []),
    ...(body ? (['requestTooLarge'] as const) : []),
    ...(limits || isPublicRead ? (['tooManyAttempts'] as const) : []),
    ...(errors ?? []),
  ])
}

export function changesData({ method, changesData }: CallDescription): boolean {
  return changesData ?? method !== 'GET'
}
