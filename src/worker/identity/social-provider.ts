import { parse } from 'hono/utils/cookie'
import { z } from 'zod'
import { HOUR_MS, MINUTE_S } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { limitedText } from '../http/request-body.ts'
import { keyedHash, type Root } from '../keys/keyed-hash.ts'

/**
 * Nonce that binds an ID token to the browser that requested it. The gateway's popup flow sets the httpOnly cookie
 * `SocialNonce` to a random value and sends its `nonceFor` as the `nonce`. `POST /user/with/google` accepts the ID
 * token only with that cookie (`Path=/`, `SameSite=Lax`, lifetime at most ten minutes, as for tokens).
 */

export const SOCIAL_NONCE_COOKIE = 'SocialNonce'
export const SOCIAL_NONCE_MAX_AGE_S = 10 * MINUTE_S

export function nonceFor(root: Root, cookieValue: string): string {
  return keyedHash(root, 'social', cookieValue)
}

export function socialNonceCookie(headers: Headers): string | undefined {
  return parse(headers.get('Cookie') ?? '', SOCIAL_NONCE_COOKIE)[SOCIAL_NONCE_COOKIE] || undefined
}

/** The part of OpenID Connect Discovery that is used. */
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).catch(['client_secret_basic']),
  /** RFC 9207: responses carry `iss`. */
  authorization_response_iss_parameter_supported: z.literal(true).optional().catch(undefined),
})
type ProviderMetadata = z.output<typeof metadataSchema>

export const PROVIDER_TIMEOUT_MS = 5_000
const METADATA_TTL_MS = HOUR_MS
const MAX_RESPONSE_BYTES = 256 * 1024

/** https anywhere; http to loopback in the local set-up only. */
function isAllowedProviderUrl(env: Env, address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && config(env).isDevelopment && isLoopback(url.hostname)
}

/** The provider is unreachable, or its response is not valid OpenID Connect. */
export class ProviderError extends Error {}

/**
 * Requests JSON from the provider, with a timeout and without redirects.
 * @returns the response's status and JSON object
 * @throws ProviderError
 */
export async function requestProvider(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const body: unknown = JSON.parse(await limitedText(response, MAX_RESPONSE_BYTES))
    if (typeof body !== 'object' || body === null) throw new Error('not an object')
    return { status: response.status, body: body as Record<string, unknown> }
  } catch (cause) {
    throw new ProviderError('the provider did not respond', { cause })
  }
}

const providers = new Map<string, { metadata: ProviderMetadata; until: number }>()

/**
 * OpenID Connect Discovery, cached for an hour in the isolate.
 * @throws ProviderError when it is unavailable or has another issuer
 */
export async function providerMetadata(env: Env, issuer: string): Promise<ProviderMetadata> {
  const cached = providers.get(issuer)
  if (cached && cached.until > Date.now()) return cached.metadata
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { status, body } = await requestProvider(address)
  const metadata = status === 200 ? metadataSchema.safeParse(body).data : undefined
  if (!metadata || metadata.issuer !== issuer)
    throw new ProviderError('not this provider’s description')
  const urls = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  if (!urls.every((url) => isAllowedProviderUrl(env, url)))
    throw new ProviderError('an endpoint is not secure')
  providers.set(issuer, { metadata, until: Date.now() + METADATA_TTL_MS })
  return metadata
}
