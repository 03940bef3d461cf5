/** An opaque public id: 128 random bits as 22 URL-safe characters (`docs/product.md#times-and-ids`). */
export function newId(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(16)))
}

/**
 * The id of a person or a comment: 60 random bits as 10 characters, since a page carries two for each comment and random
 * characters do not compress. Of a hundred million, two are the same with a probability of 0.4 %; a unique index refuses
 * the second.
 */
export function newShortId(): string {
  return newId().slice(0, SHORT_ID_LENGTH)
}
export const SHORT_ID_LENGTH = 10

let prefix = ''
let count = 0

/**
 * An id for a request, as long as `newId`: a random start for each isolate and a number. Random bits for each request would
 * cost a cached page a tenth of its time. Not a secret.
 */
export function newRequestId(): string {
  if (count % REQUESTS_PER_PREFIX === 0) prefix = newId().slice(0, -COUNT_DIGITS)
  return prefix + (count++ % REQUESTS_PER_PREFIX).toString(36).padStart(COUNT_DIGITS, '0')
}
const COUNT_DIGITS = 5
const REQUESTS_PER_PREFIX = 36 ** COUNT_DIGITS

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The bytes of a base64url text, or `undefined` when it is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
