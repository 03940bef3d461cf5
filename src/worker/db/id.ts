import { randomBytes, randomInt } from 'node:crypto'

/** Opaque public id: 128 random bits, 22 URL-safe characters (`docs/product.md#times-and-ids`). */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * Id of a person or a comment: 60 random bits, 10 characters. Short, because a page has two per comment and random
 * characters do not compress. Collision probability in 10^8 ids: 0.4 %; a unique index refuses the second.
 */
export function newShortId(): string {
  return newId().slice(0, SHORT_ID_LENGTH)
}
export const SHORT_ID_LENGTH = 10

/** Letters and digits without look-alikes in either case. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

let prefix = ''
let count = 0

/**
 * Request id: random prefix per isolate and a counter. Not a secret. Random bits for each request would add 10 % to a
 * cached page.
 */
export function newRequestId(): string {
  if (count % REQUESTS_PER_PREFIX === 0) prefix = newId().slice(0, -COUNT_DIGITS)
  return prefix + (count++ % REQUESTS_PER_PREFIX).toString(36).padStart(COUNT_DIGITS, '0')
}
const COUNT_DIGITS = 5
const REQUESTS_PER_PREFIX = 36 ** COUNT_DIGITS
