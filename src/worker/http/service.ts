import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { RequestIdVariables } from 'hono/request-id'
import { type ErrorBody, type ErrorName, errors } from '../../domain/errors.ts'
import { currentRequestId, errorName, log } from '../logging/log.ts'

/** Embedded or remote service. Paths are relative to the service's base: `/user/login/`. */
export interface Service {
  fetch(request: Request): Response | Promise<Response>
}

/** Error of the catalogue; the service's error handler responds with its entry. */
export class ServiceError extends Error {
  readonly error: ErrorName
  readonly field: string | undefined
  /** Seconds, for `Retry-After`. */
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

export const notAvailable = (field: string): ServiceError =>
  new ServiceError('dataNotAvailable', { field })

/** @param ms time until the next attempt */
export const tooManyAttempts = (ms: number): ServiceError =>
  new ServiceError('tooManyAttempts', { retryAfter: Math.max(1, Math.ceil(ms / 1000)) })

/** Response for a catalogue error, with the request id (`docs/product.md#envelopes`). */
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
export type ServiceContext = Context<ServiceBindings>

/** Hono passes only instances of `Error` to its error handler, so others are wrapped. */
export const onlyErrors = createMiddleware(async (_, next) => {
  try {
    await next()
  } catch (thrown) {
    throw asError(thrown)
  }
})

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('thrown without an Error', { cause: thrown })

export function faultResponse(error: Error, c: { env: Env }): Response {
  logFailure(c.env, error)
  return errorResponse('somethingWentWrong')
}

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

/** The runtime hides what happened in the database's own process, such as a full disk. */
const FAILED = /^(?:D1_ERROR: |internal error; reference = )/

/** Whether the database could not be reached, so that a retry may help. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (FAILED.test(error.message)) return !isRefusedStatement(error)
  return isDatabaseFailure(error.cause)
}

const REFUSED = /^D1_ERROR: .*: SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE)|^D1_TYPE_ERROR: /s

/** Whether a statement was refused (constraint, missing column): a bug, a retry cannot help. */
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

export type Lifetime = Pick<ExecutionContext, 'waitUntil'>

export interface GatewayBindings extends ServiceBindings {
  Variables: RequestIdVariables
}
