/**
 * The nonce that binds an ID token to the browser that requested it.
 *
 * The gateway's popup flow sets the httpOnly cookie `SocialNonce` to a random value and sends
 * `nonceFor(config(env), value)` as the `nonce` of the authorization request. The provider repeats it in the ID token;
 * the exchange (`POST /user/with/google`) accepts the token only together with the cookie that it was made for. The
 * cookie goes back with `Path=/`, `SameSite=Lax` and at most ten minutes of life, as long as a token is accepted.
 */
import { parse } from 'hono/utils/cookie'
import { MINUTE_S } from '../../domain/durations.ts'
import { keyedHash, type Root } from '../keys/keyed-hash.ts'

export const SOCIAL_NONCE_COOKIE = 'SocialNonce'
export const SOCIAL_NONCE_MAX_AGE_S = 10 * MINUTE_S

/** The `nonce` of the authorization request and of the ID token, for this value of the cookie. */
export function nonceFor(root: Root, cookieValue: string): Promise<string> {
  return keyedHash(root, 'social', cookieValue)
}

/** The value of the request's `SocialNonce` cookie. */
export function socialNonceCookie(headers: Headers): string | undefined {
  return parse(headers.get('Cookie') ?? '', SOCIAL_NONCE_COOKIE)[SOCIAL_NONCE_COOKIE] || undefined
}
