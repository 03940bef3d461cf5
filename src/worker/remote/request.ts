import type { Call } from '../../contract/call.ts'
import { signInHeaders } from '../../contract/fields.ts'
import { BODY_LIMIT } from '../http/create-service.ts'
import { ServiceError } from '../http/service.ts'
import { SOCIAL_NONCE_COOKIE, socialNonceCookie } from '../identity/social-nonce.ts'

/** Request headers that are forwarded; no other header of a client leaves this origin. */
const FORWARDED = ['Authorization', 'Idempotency-Key', 'LanguageCode', 'X-Request-Id']
const SIGN_IN = Object.keys(signInHeaders.shape)

/** Headers for a remote service: an allow-list, and the client's address for its limits. */
export function outgoingHeaders(request: Request, call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  for (const name of call.isSignIn ? [...FORWARDED, ...SIGN_IN] : FORWARDED) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const address = request.headers.get('CF-Connecting-IP')
  if (address) headers.set('X-Forwarded-For', address)
  const known = request.headers.get('If-None-Match')
  if (known && 'files' in call.success && call.success.mayBeKnown)
    headers.set('If-None-Match', known)
  const nonce = call.carriesNonce && socialNonceCookie(request.headers)
  if (nonce) headers.set('Cookie', `${SOCIAL_NONCE_COOKIE}=${nonce}`)
  return headers
}

const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json\b/i

/**
 * Reads a JSON body as text, never beyond the limit. The service parses it.
 * @throws ServiceError requestTooLarge, contentNotFound
 */
export async function bodyOf(request: Request, maxBytes = BODY_LIMIT): Promise<string> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes)
    throw new ServiceError('requestTooLarge')
  if (!JSON_TYPE.test(request.headers.get('Content-Type') ?? '') || !request.body)
    throw new ServiceError('contentNotFound')
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of request.body) {
    length += (chunk as Uint8Array).length
    if (length > maxBytes) throw new ServiceError('requestTooLarge')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Translates a POST body of the islands into the query of the documented GET: exactly these fields, each a text.
 * @throws ServiceError contentNotFound
 */
export function queryOf(text: string, fields: readonly string[]): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('contentNotFound', { cause })
  }
  const values = Object.entries(body ?? {}) as [string, string][]
  const isExact = values.every(
    ([name, value]) => fields.includes(name) && typeof value === 'string',
  )
  if (!isExact || values.length !== fields.length) throw new ServiceError('contentNotFound')
  return `?${new URLSearchParams(values)}`
}
