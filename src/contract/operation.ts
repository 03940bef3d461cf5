import type { ErrorName } from '../domain/errors.ts'

/** What a route's schemas do not say of it: the words and examples of the contract. */
export interface Operation {
  /** `operationId`. */
  id: string
  summary: string
  description?: string
  /** The example's query; a parameter that is not here is left out of the example. */
  query?: Record<string, string | number>
  /** The example's body. */
  body?: unknown
  /** The example of the answer to success; none where that has no JSON body. */
  answer?: unknown
  /** Examples of the other answers that have a shape of their own, by status. */
  otherAnswers?: Record<string, unknown>
  /** What it can answer beyond `wherever` and the others that its kind of request brings. */
  errors?: readonly ErrorName[]
}

/** Operations by method and path below the service's base, as in `GET /user/me`. */
export type Operations = Readonly<Record<string, Operation>>

/** What every call can answer. */
export const wherever = ['somethingWentWrong', 'databaseConnectionFailed'] as const

/** What every call with an access token can answer. */
export const signedIn = ['accessTokenExpired', 'invalidAccessToken'] as const

/** What calls of a person in good standing can answer, too. */
export const inGoodStanding = [
  'userNotActivated',
  'userBanned',
  'userTemporarilyBanned',
  'userRemoved',
] as const

/** The answer of every 202. */
export const done = { results: [] }
