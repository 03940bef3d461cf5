import { randomBytes } from 'node:crypto'
import { deleteCookie, getCookie } from 'hono/cookie'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { now } from '../../config/clock.ts'
import { config, type SocialConfig } from '../../config/config.ts'
import type { ServiceContext } from '../../http/service.ts'
import { keepCookie } from '../../http/site-origin.ts'
import {
  nonceFor,
  ProviderError,
  providerMetadata,
  requestProvider,
  SOCIAL_NONCE_COOKIE,
  SOCIAL_NONCE_MAX_AGE_S,
} from '../../identity/social-provider.ts'
import { keyedHash } from '../../keys/keyed-hash.ts'

interface Exchange {
  code: string
  verifier: string
  redirectUri: string
  /** `iss` of the provider's response (RFC 9207), if present. */
  iss: string | undefined
}

/**
 * RFC 6749 §4.1.3. The auth service verifies the claims.
 * @throws ProviderError when the provider is down, names another issuer or refuses the code
 */
export async function idTokenFor(
  env: Env,
  client: SocialConfig,
  exchange: Exchange,
): Promise<string> {
  const provider = await providerMetadata(env, client.issuer)
  const names = provider.authorization_response_iss_parameter_supported
  if (exchange.iss === undefined ? names : exchange.iss !== provider.issuer)
    throw new ProviderError('a response of another issuer')
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: exchange.code,
    redirect_uri: exchange.redirectUri,
    code_verifier: exchange.verifier,
  })
  const headers = new Headers({ Accept: 'application/json' })
  const methods = provider.token_endpoint_auth_methods_supported
  if (!client.clientSecret) form.set('client_id', client.clientId)
  else if (methods.includes('client_secret_basic') || !methods.includes('client_secret_post'))
    headers.set('Authorization', basic(client))
  else {
    form.set('client_id', client.clientId)
    form.set('client_secret', client.clientSecret)
  }
  const { status, body } = await requestProvider(provider.token_endpoint, {
    method: 'POST',
    headers,
    body: form,
  })
  const idToken = body['id_token']
  if (status !== 200 || typeof idToken !== 'string') throw new ProviderError('no ID token')
  return idToken
}

/** RFC 6749 §2.3.1: both parts are form-encoded first. */
function basic({ clientId, clientSecret = '' }: SocialConfig): string {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`
}

/** State of a popup during its visit to the provider. */
export interface Flow {
  mode: 'login' | 'register'
  /** The island's id of this attempt, echoed so that only its tab takes the result. */
  attempt: string
  state: string
  verifier: string
  /** Epoch milliseconds. */
  endsAt: number
}

const COOKIE = 'SocialFlow'
const PATH = '/auth/social'
const LIFETIME_MS = 10 * MINUTE_MS

const random = () => randomBytes(32).toString('base64url')

export function newFlow(env: Env, mode: Flow['mode'], attempt: string): Flow {
  return { mode, attempt, state: random(), verifier: random(), endsAt: now(env) + LIFETIME_MS }
}

/** Stores the signed flow in a cookie that scripts cannot read. */
export function keepFlow(c: ServiceContext, flow: Flow): void {
  const payload = Buffer.from(JSON.stringify(flow)).toString('base64url')
  const signed = `${payload}.${keyedHash(config(c.env), 'social', payload)}`
  keepCookie(c, COOKIE, signed, { path: PATH, maxAge: LIFETIME_MS / 1000, sameSite: 'Lax' })
}

/** Sets the cookie that the exchange requires; returns the matching `nonce`. */
export function keepNonce(c: ServiceContext): string {
  const value = random()
  const options = { path: '/', maxAge: SOCIAL_NONCE_MAX_AGE_S, sameSite: 'Lax' } as const
  keepCookie(c, SOCIAL_NONCE_COOKIE, value, options)
  return nonceFor(config(c.env), value)
}

/** Returns this browser's flow with exactly this state and deletes it (single use). */
export function takeFlow(c: ServiceContext, state: string | undefined): Flow | undefined {
  const [payload = '', signature] = (getCookie(c, COOKIE) ?? '').split('.')
  deleteCookie(c, COOKIE, { path: PATH })
  if (!payload || signature !== keyedHash(config(c.env), 'social', payload)) return undefined
  const flow = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Flow
  return flow.endsAt > now(c.env) && flow.state === state ? flow : undefined
}
