import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { RequestIdVariables } from 'hono/request-id'
import { type ErrorBody, type ErrorName, errors } from '../../domain/errors.ts'
import { currentRequestId, errorName, log } from '../logging/log.ts'

/** A service, embedded or remote. Requests carry paths below the service's base, such as `/user/login/`. */
export interface Service {
  fetch(request: Request): Response | Promise<Response>
}

/** Thrown by name anywhere below a service; the service's error handler responds with the catalogue's entry. */
export class ServiceError extends Error {
  readonly error: ErrorName
  readonly field: string | undefined
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    error: ErrorName,
    details: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(errors[error].message, { cause: details.cause })
    this.error = error
    this.field = details.field
    this.retryAfter = details.retryAfter
  }
}

/** The response for a catalogue error, with the id of the current request (`docs/product.md#envelopes`). */
export function errorResponse(
  name: ErrorName,
  details: { field?: string | undefined; retryAfter?: number | undefined } = {},
): Response {
  const { httpCode, errorCode, message } = errors[name]
  const body: ErrorBody = { httpCode, errorCode, statusCode: errorCode, message }
  if (details.field) body.field = details.field
  const requestId = currentRequestId()
  if (requestId) body.requestId = requestId
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (details.retryAfter) headers.set('Retry-After', String(details.retryAfter))
  return Response.json(body, { status: httpCode, headers })
}

export interface ServiceBindings {
  Bindings: Env
}

/** Hono hands only instances of `Error` to its error handler, so anything else that is thrown is wrapped. */
export const onlyErrors = createMiddleware(async (_, next) => {
  try {
    await next()
  } catch (thrown) {
    throw asError(thrown)
  }
})

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('thrown without an Error', { cause: thrown })

/** The response to an unexpected error, which is logged. */
export function faultResponse(error: Error, c: { env: Env }): Response {
  logFailure(c.env, error)
  return errorResponse('somethingWentWrong')
}

/** Logs a failure and returns its response from the catalogue. */
export function caughtErrorResponse(error: Error, c: { env: Env }): Response {
  const name = errorNameOf(error)
  if (errors[name].httpCode >= 500) logFailure(c.env, error)
  return errorResponse(name, error instanceof ServiceError ? error : {})
}

function errorNameOf(error: Error): ErrorName {
  if (error instanceof ServiceError) return error.error
  if (error instanceof HTTPException && error.status < 500) return 'contentNotFound'
  return isDatabaseFailure(error) ? 'databaseConnectionFailed' : 'somethingWentWrong'
}

/** Whether the database could not be asked, so that trying again may help. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith('D1_ERROR: ')) return !isRefusedStatement(error)
  return isDatabaseFailure(error.cause)
}

const REFUSED = /^D1_ERROR: .*: SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE)|^D1_TYPE_ERROR: /s

/** Whether a statement was refused (a broken constraint, a missing column) and would be again: a fault of the code. */
export function isRefusedStatement(error: unknown): boolean {
  return error instanceof Error && (REFUSED.test(error.message) || isRefusedStatement(error.cause))
}

/** Stack lines only: the message may contain user data. */
function logFailure(env: Env, error: Error): void {
  log(env, 'error', 'failure', {
    error: error.name,
    cause: error.cause === undefined ? undefined : errorName(error.cause),
    at: error.stack?.match(/^ {4}at .*$/gm)?.slice(0, 2),
  })
}

/** The part of an execution context that services use: work that goes on after the response. */
export type Lifetime = Pick<ExecutionContext, 'waitUntil'>

export interface GatewayBindings extends ServiceBindings {
  Variables: RequestIdVariables
}
