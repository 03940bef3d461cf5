import { BODY_LIMIT } from '../http/create-service.ts'
import type { Call } from '../../contract/call.ts'
import { ServiceError } from '../http/service.ts'
import { signInHeaders } from '../../contract/fields.ts'
import { SOCIAL_NONCE_COOKIE, socialNonceCookie } from '../identity/social-nonce.ts'

/** Headers that are forwarded; any other header of a client stays here. */
const always = ['Authorization', 'Idempotency-Key', 'LanguageCode', 'If-None-Match', 'X-Request-Id']
const ofSignIns = Object.keys(signInHeaders.shape)

export function outgoingHeaders(request: Request, call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  for (const name of call.isSignIn ? [...always, ...ofSignIns] : always) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const nonce = call.carriesNonce && socialNonceCookie(request.headers)
  if (nonce) headers.set('Cookie', `${SOCIAL_NONCE_COOKIE}=${nonce}`)
  return headers
}

const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json\b/i

/** The length that a request claims, which may be none. @throws ServiceError requestTooLarge, contentNotFound */
export function checkBody(request: Request, most: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > most)
    throw new ServiceError('requestTooLarge')
  if (!JSON_TYPE.test(request.headers.get('Content-Type') ?? '') || !request.body)
    throw new ServiceError('contentNotFound')
}

/**
 * The JSON object that an ordinary request carries, read at the client's own pace and never beyond the limit.
 * @throws ServiceError requestTooLarge, contentNotFound
 */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  checkBody(request, BODY_LIMIT)
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of request.body!) {
    length += (chunk as Uint8Array).length
    if (length > BODY_LIMIT) throw new ServiceError('requestTooLarge')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  try {
    const body: unknown = JSON.parse(text + decoder.decode())
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch (cause) {
    throw new ServiceError('contentNotFound', { cause })
  }
  throw new ServiceError('contentNotFound')
}

/**
 * The query of the documented GET for what the islands post: exactly these fields, each a text.
 * @throws ServiceError contentNotFound
 */
export function queryOf(body: Record<string, unknown>, fields: readonly string[]): string {
  const isExact = Object.keys(body).length === fields.length
  const query = new URLSearchParams()
  for (const field of fields) {
    const value = body[field]
    if (!isExact || typeof value !== 'string') throw new ServiceError('contentNotFound')
    query.set(field, value)
  }
  return `?${query}`
}

/** A large body on its way: it breaks off where it is too long, and says when the last of it has left. */
export function limitedStream(
  body: ReadableStream<Uint8Array>,
  most: number,
  onEnd: () => void,
  onTooLong: () => void,
): ReadableStream<Uint8Array> {
  let length = 0
  const limiting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.length
      if (length <= most) return controller.enqueue(chunk)
      onTooLong()
      controller.error(new ServiceError('requestTooLarge'))
    },
    flush: onEnd,
  })
  return body.pipeThrough(limiting)
}
