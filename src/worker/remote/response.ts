import { MINUTE_MS } from '../../domain/durations.ts'
import { ID } from '../../domain/id.ts'
import type { Call } from '../../contract/call.ts'
import { errors, type ErrorName } from '../../domain/errors.ts'
import {
  DELETED_FROM,
  DELETED_PICTURE,
  PICTURE_ID,
  QUESTION_IDS,
} from '../../contract/deleted-from.ts'
import { tolerant } from '../../contract/tolerant-schema.ts'
import { exportHeaders, pictureHeaders } from '../http/file-headers.ts'
import { errorResponse } from '../http/service.ts'
import type { Deadline } from './deadline.ts'
import { RemoteFault } from './fault.ts'

/** Bytes of a response that are read, after decompression. */
const MAX_RESPONSE_BYTES = 1024 * 1024
/** Bytes of a whole export, some 30,000 posts. */
const MAX_EXPORT_BYTES = 16 * 1024 * 1024
/** Time that an export may take, since it is long and somebody waits for it. */
const EXPORT_TIMEOUT_MS = MINUTE_MS

/** The content type of an export and its parameters, by format. */
const EXPORTS = { html: ['text/html', '; charset=utf-8'], json: ['application/json', ''] } as const

const names = new Map<unknown, ErrorName>(
  (Object.keys(errors) as ErrorName[]).map((name) => [errors[name].errorCode, name]),
)

/**
 * Rebuilds a remote service's response by the contract: no header, field or word is passed on that the contract does
 * not name.
 * @param format the file that the query asks for, where the call has several
 * @throws RemoteFault
 */
export async function contractResponse(
  response: Response,
  call: Call,
  deadline: Deadline,
  format: string | null = null,
): Promise<Response> {
  const { status } = response
  if (status >= 400) return refusal(response, deadline)
  const { success } = call
  if ('files' in success && !isStreamed(call)) return picture(response, deadline)
  if (status < 200 || status >= 300) throw malformed(response, 'a redirect')
  if (isStreamed(call))
    return exportResponse(response, deadline, format === 'json' ? 'json' : 'html')
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (success.status === 205) {
    discardBody(response)
    copyHeader(response, headers, DELETED_FROM, QUESTION_IDS)
    copyHeader(response, headers, DELETED_PICTURE, PICTURE_ID)
    return new Response(null, { status: 205, headers })
  }
  const body = await jsonOf(response, deadline)
  if (!isRecord(body) || !('results' in body)) throw new RemoteFault('malformed', 'no envelope')
  if (success.status === 202 && !Array.isArray(body['results']))
    throw new RemoteFault('malformed', 'another shape')
  if (success.status === 202) copyHeader(response, headers, DELETED_PICTURE, PICTURE_ID)
  if (success.status === 202) copyHeader(response, headers, 'Retry-After', /^\d{1,6}$/)
  if (success.status === 202) return Response.json({ results: [] }, { status: 202, headers })
  if (!('results' in success)) throw new RemoteFault('malformed', 'no results')
  const { data, error } = tolerant(success.results).safeParse(body['results'])
  if (error) throw new RemoteFault('malformed', 'another shape')
  copyHeader(response, headers, 'Next-Before', ID)
  copyHeader(response, headers, 'Next-After', ID)
  copyHeader(response, headers, DELETED_FROM, QUESTION_IDS)
  return Response.json({ results: data }, { headers })
}

/** A refusal of the catalogue, in the catalogue's own words. */
async function refusal(response: Response, deadline: Deadline): Promise<Response> {
  const { status } = response
  const body = await jsonOf(response, deadline).catch((error: unknown) => {
    if (error instanceof RemoteFault && error.kind === 'unreachable') throw error
    return undefined
  })
  const name = isRecord(body) ? names.get(body['errorCode']) : undefined
  if (!name || errors[name].httpCode !== status) {
    throw new RemoteFault(status >= 500 ? 'unreachable' : 'malformed', `status ${status}`)
  }
  const field = isRecord(body) ? body['field'] : undefined
  const retryAfter = Number(response.headers.get('Retry-After'))
  return errorResponse(name, {
    ...(typeof field === 'string' && /^[A-Za-z-]{1,40}$/.test(field) && { field }),
    ...(Number.isInteger(retryAfter) && retryAfter > 0 && { retryAfter }),
  })
}

/** Whether the response is a file that goes on as it comes. */
export function isStreamed({ success }: Call): boolean {
  return 'files' in success && success.files.includes('text/html')
}

async function picture(response: Response, deadline: Deadline): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? ''
  const isNotModified = response.status === 304
  if (!isNotModified && (response.status !== 200 || !/^image\/(?:jpeg|png)$/.test(type)))
    throw malformed(response, 'no picture')
  const headers = new Headers(pictureHeaders)
  copyHeader(response, headers, 'ETag', /^(?:W\/)?"[\x21\x23-\x7e]{0,128}"$/)
  if (isNotModified) return new Response(null, { status: 304, headers })
  headers.set('Content-Type', type)
  return new Response(await bytesOf(response, deadline), { headers })
}

/** An export is handed on as it comes; one that is too long or too slow breaks off, which its reader notices. */
function exportResponse(
  response: Response,
  deadline: Deadline,
  format: keyof typeof EXPORTS,
): Response {
  const [type, parameters] = EXPORTS[format]
  if (!isType(response, type) || !response.body) throw malformed(response, 'no export')
  const headers = new Headers({
    ...exportHeaders,
    'Content-Type': type + parameters,
    'Content-Disposition': `attachment; filename="ichimon.${format}"`,
  })
  copyHeader(response, headers, 'Content-Disposition', /^attachment; filename="[\w.-]{1,64}"$/)
  deadline.set(EXPORT_TIMEOUT_MS)
  const chunks = chunksOf(response.body, deadline, MAX_EXPORT_BYTES)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, { headers })
}

async function jsonOf(response: Response, deadline: Deadline): Promise<unknown> {
  if (!isType(response, 'application/json')) throw malformed(response, 'another content type')
  const bytes = await bytesOf(response, deadline)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RemoteFault('malformed', 'no JSON')
  }
}

async function bytesOf(response: Response, deadline: Deadline): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  if (response.body)
    for await (const part of chunksOf(response.body, deadline, MAX_RESPONSE_BYTES)) parts.push(part)
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

async function* chunksOf(body: ReadableStream<Uint8Array>, deadline: Deadline, maxBytes: number) {
  const reader = body.getReader()
  let length = 0
  let isDone = false
  try {
    for (;;) {
      const { value, done } = await deadline.within(reader.read())
      if (done) break
      length += value.length
      if (length > maxBytes) throw new RemoteFault('malformed', 'too long')
      yield value
    }
    isDone = true
  } catch (error) {
    throw error instanceof RemoteFault ? error : new RemoteFault('unreachable', 'broken off')
  } finally {
    deadline.clear()
    if (!isDone) reader.cancel().catch(() => undefined)
  }
}

/** Cancels a body that is not read, so that nothing waits for it. */
function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined)
}

function malformed(response: Response, problem: string): RemoteFault {
  discardBody(response)
  return new RemoteFault('malformed', problem)
}

function isType({ headers }: Response, type: string): boolean {
  return (headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase() === type
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Copies a header of the response if its value is as the contract has it. */
function copyHeader(response: Response, headers: Headers, name: string, pattern: RegExp): void {
  const value = response.headers.get(name)
  if (value !== null && pattern.test(value)) headers.set(name, value)
}
