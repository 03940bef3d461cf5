import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { ZodError } from 'zod'
import { errors, type ErrorBody, type ErrorName } from '../../domain/errors.ts'
import { currentRequestId, log, errorName } from '../logging/log.ts'

/**
 * All that the gateway knows of a service: an embedded app, a remote origin, a service binding and a test's
 * stand-in satisfy it alike. Requests carry paths below the service's base, such as `/user/login/`.
 */
export interface Service {
  fetch(request: Request): Response | Promise<Response>
}

/** Thrown by name anywhere below a service; answered from the catalogue by its one error handler. */
export class ServiceError extends Error {
  readonly field: string | undefined
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    readonly error: ErrorName,
    details: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(errors[error].message, { cause: details.cause })
    this.field = details.field
    this.retryAfter = details.retryAfter
  }
}

/** The answer for a catalogue error, with the id of the request at hand (`contract.md` Envelopes). */
export function errorResponse(
  name: ErrorName,
  details: { field?: string; retryAfter?: number; requestId?: string } = {},
): Response {
  const { httpCode, errorCode, message } = errors[name]
  const body: ErrorBody = { httpCode, errorCode, statusCode: errorCode, message }
  if (details.field) body.field = details.field
  const requestId = details.requestId ?? currentRequestId()
  if (requestId) body.requestId = requestId
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (details.retryAfter) headers.set('Retry-After', String(details.retryAfter))
  return Response.json(body, { status: httpCode, headers })
}

export interface ServiceBindings {
  Bindings: Env
}

const BODY_LIMIT = 16 * 1024

/**
 * An embedded service: strict schemas, the body limit, no-store, and the catalogue as the only shape of failure.
 * Register paths without a trailing slash; both forms match.
 * @param options.bodyLimit bytes, default 16 KiB
 * @param options.bodyLimits bytes by path, where a route takes more than the others
 */
export function createService(
  options: { bodyLimit?: number; bodyLimits?: Record<string, number> } = {},
) {
  const app = new OpenAPIHono<ServiceBindings>({
    strict: false,
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error as ZodError)
    },
  })
  app.use(onlyErrors, async (c, next) => {
    await next()
    if (c.res.status === 101) return
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })
  const ordinary = limitBody(options.bodyLimit ?? BODY_LIMIT)
  const special = new Map(
    Object.entries(options.bodyLimits ?? {}).map(([path, bytes]) => [path, limitBody(bytes)]),
  )
  app.use((c, next) => (special.get(c.req.path.replace(/\/$/, '')) ?? ordinary)(c, next))
  app.notFound(() => errorResponse('nameNotFound'))
  app.onError((error, c) => {
    const { name, details } = classify(error)
    if (errors[name].httpCode >= 500) logFailure(c.env, error)
    return errorResponse(name, details)
  })
  return app
}

function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ServiceError('requestTooLarge')
    },
  })
}

/** Hono hands only instances of `Error` to its error handler, so anything else that is thrown is wrapped. */
export const onlyErrors = createMiddleware(async (_, next) => {
  try {
    await next()
  } catch (thrown) {
    throw thrown instanceof Error ? thrown : new Error('thrown without an Error', { cause: thrown })
  }
})

/** The response to an unexpected error, which is logged. */
export function faultResponse(error: Error, c: { env: Env }): Response {
  logFailure(c.env, error)
  return errorResponse('somethingWentWrong')
}

function classify(error: Error): {
  name: ErrorName
  details: { field?: string; retryAfter?: number }
} {
  if (error instanceof ServiceError) {
    const { field, retryAfter } = error
    return {
      name: error.error,
      details: { ...(field && { field }), ...(retryAfter && { retryAfter }) },
    }
  }
  if (error instanceof HTTPException && error.status < 500)
    return { name: 'contentNotFound', details: {} }
  if (isDatabaseFailure(error)) return { name: 'databaseConnectionFailed', details: {} }
  return { name: 'somethingWentWrong', details: {} }
}

/** D1 puts its name into every message. */
function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /\bD1_|\bD1\b/.test(error.message) || isDatabaseFailure(error.cause)
}

/** A shape that is wrong is malformed content (400); a well-formed value that no rule allows names its field (406). */
function validationError(error: ZodError): ServiceError {
  const shape = error.issues.find(
    (issue) =>
      issue.code === 'invalid_type' ||
      issue.code === 'unrecognized_keys' ||
      issue.code === 'invalid_union',
  )
  if (shape) return new ServiceError('contentNotFound')
  const field = error.issues[0]?.path[0]
  return new ServiceError('dataNotAvailable', field === undefined ? {} : { field: String(field) })
}

/** Names and places in the code only: the lines of a stack before these are the message, which may hold anything. */
function logFailure(env: Env, error: Error): void {
  log(env, 'error', 'failure', {
    error: error.name,
    cause: error.cause === undefined ? undefined : errorName(error.cause),
    at: error.stack?.match(/^ {4}at .*$/gm)?.slice(0, 2),
  })
}
