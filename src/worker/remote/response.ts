import type { z } from 'zod'
import type { Call } from '../../contract/call.ts'
import { errors, type ErrorName } from '../../domain/errors.ts'
import { exportHeaders, pictureHeaders } from '../http/headers.ts'
import { limited, limitedText } from '../http/request-body.ts'
import { errorResponse, ServiceError } from '../http/service.ts'

/** After decompression. */
const MAX_JSON_BYTES = 1024 * 1024
/** For instance an export of 30,000 posts. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** The remote service broke the contract. `problem` is for the log, without text of the service. */
export class RemoteFault extends ServiceError {
  constructor(
    readonly kind: 'unreachable' | 'malformed',
    readonly problem: string,
  ) {
    super(kind === 'unreachable' ? 'databaseConnectionFailed' : 'somethingWentWrong')
  }
}

const namesByCode = new Map<unknown, ErrorName>(
  (Object.keys(errors) as ErrorName[]).map((name) => [errors[name].errorCode, name]),
)

/**
 * Drops undeclared headers, fields and messages.
 * @throws RemoteFault
 */
export async function contractResponse(
  pending: Promise<Response>,
  call: Call,
  signal: AbortSignal,
): Promise<Response> {
  const response = await within(pending, signal)
  const { status } = response
  const { success } = call
  if (status === 101 && success.status === 101 && response.webSocket)
    return new Response(null, { status: 101, webSocket: response.webSocket })
  if (status >= 400) return refusal(response, signal)
  if (status === 304 && 'files' in success && success.mayBeKnown) return picture(response, null)
  if (status < 200 || status >= 300) throw malformed(response, `status ${status}`)
  if ('files' in success) return file(response, success.files)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (success.status === 205) {
    discard(response)
    return new Response(null, { status: 205, headers })
  }
  const results = envelope(await json(response, signal))
  const schema = 'results' in success ? success.results : undefined
  if (!schema && (success.status !== 202 || !Array.isArray(results)))
    throw new RemoteFault('malformed', 'another shape')
  for (const name of Object.keys(('headers' in success && success.headers) || {}))
    copyHeader(response, headers, name, /^[\w-]{1,64}$/)
  return Response.json(
    { results: schema ? parsed(schema, results) : [] },
    { status: success.status, headers },
  )
}

/** Uses the catalogue's message, not the service's. */
async function refusal(response: Response, signal: AbortSignal): Promise<Response> {
  const { status } = response
  const body = (await json(response, signal).catch((error: RemoteFault) => {
    if (error.kind === 'unreachable') throw error
  })) as { errorCode?: unknown; field?: unknown } | null | undefined
  const name = namesByCode.get(body?.errorCode)
  if (!name || errors[name].httpCode !== status)
    throw new RemoteFault(status >= 500 ? 'unreachable' : 'malformed', `status ${status}`)
  const field = body?.field
  const retryAfter = Number(response.headers.get('Retry-After'))
  return errorResponse(name, {
    ...(typeof field === 'string' && /^[A-Za-z-]{1,40}$/.test(field) && { field }),
    ...(Number.isInteger(retryAfter) && retryAfter > 0 && { retryAfter }),
  })
}

/** Streams a file. One that is too long or too slow breaks off, which the client notices. */
function file(response: Response, types: readonly string[]): Response {
  const type = typeOf(response)
  if (!types.includes(type) || !response.body) throw malformed(response, 'another content type')
  const body = limited(response.body, MAX_FILE_BYTES)
  return type.startsWith('image/') ? picture(response, body) : exported(response, body)
}

/** @param body `null` for a 304 */
function picture(response: Response, body: ReadableStream | null): Response {
  const headers = new Headers(pictureHeaders)
  copyHeader(response, headers, 'ETag', /^(?:W\/)?"[\x21\x23-\x7e]{0,128}"$/)
  if (body) headers.set('Content-Type', typeOf(response))
  return new Response(body, { status: response.status, headers })
}

function exported(response: Response, body: ReadableStream): Response {
  const isPage = typeOf(response) === 'text/html'
  const headers = new Headers({
    ...exportHeaders,
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'Content-Disposition': `attachment; filename="ichimon.${isPage ? 'html' : 'json'}"`,
  })
  copyHeader(response, headers, 'Content-Disposition', /^attachment; filename="[\w.-]{1,64}"$/)
  return new Response(body, { headers })
}

async function json(response: Response, signal: AbortSignal): Promise<unknown> {
  if (typeOf(response) !== 'application/json') throw malformed(response, 'another content type')
  const text = await within(limitedText(response, MAX_JSON_BYTES), signal)
  try {
    return JSON.parse(text)
  } catch {
    throw new RemoteFault('malformed', 'no JSON')
  }
}

/** @throws RemoteFault unreachable after the deadline or when the connection breaks */
async function within<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof RangeError) throw new RemoteFault('malformed', 'too long')
    throw new RemoteFault('unreachable', signal.aborted ? 'no response in time' : 'no connection')
  }
}

function envelope(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('results' in body))
    throw new RemoteFault('malformed', 'no envelope')
  return body.results
}

/** Drops fields that the schema lacks. */
function parsed(schema: z.ZodType, results: unknown): unknown {
  const first = schema.safeParse(results)
  if (first.success) return first.data
  for (const issue of first.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const parent = issue.path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown>)[key],
      results,
    ) as Record<string, unknown>
    for (const key of issue.keys) delete parent[key]
  }
  const { data, error } = schema.safeParse(results)
  if (error) throw new RemoteFault('malformed', 'another shape')
  return data
}

function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined)
}

function malformed(response: Response, problem: string): RemoteFault {
  discard(response)
  return new RemoteFault('malformed', problem)
}

function typeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

function copyHeader(response: Response, headers: Headers, name: string, pattern: RegExp): void {
  const value = response.headers.get(name)
  if (value !== null && pattern.test(value)) headers.set(name, value)
}
