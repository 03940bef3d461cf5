import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import { MINUTE_S } from '../../../domain/durations.ts'
import { now } from '../../config/clock.ts'
import { config, GOOGLE } from '../../config/config.ts'
import { ServiceError } from '../../http/service.ts'
import { isFirstUse } from '../../identity/single-use.ts'
import {
  nonceFor,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  providerMetadata,
  socialNonceCookie,
} from '../../identity/social-provider.ts'

/** Maximum age of a token, and the clock tolerance. */
const MAX_TOKEN_AGE_S = 10 * MINUTE_S
const CLOCK_TOLERANCE_S = 5

export interface Claims {
  /** The configured issuer, regardless of its spelling in the token. */
  issuer: string
  subject: string
  /** Only if the provider has verified it. */
  email: string | undefined
  /** Whether the provider itself issues this address, which proves who owns it now. */
  isAuthoritative: boolean
}

/**
 * Validates an ID token, which can be used once. Checks signature (RS256 by the provider's keys), issuer, audience,
 * time and the browser's nonce.
 * @throws ServiceError configurationNotFound without a provider, authorizationFailed for an invalid token,
 *   databaseConnectionFailed while the provider is unavailable
 */
export async function acceptIdToken(env: Env, idToken: string, headers: Headers): Promise<Claims> {
  const { social } = config(env)
  if (!social) throw new ServiceError('configurationNotFound')
  const { issuer, clientId } = social
  await requireNonce(env, idToken, headers)
  const payload = await verify(env, idToken, issuer, clientId)
  await useOnce(env, idToken, payload)
  const { sub: subject = '', email, email_verified, hd } = payload
  const isVerified = typeof email === 'string' && email_verified === true
  return {
    issuer,
    subject,
    email: isVerified ? email : undefined,
    isAuthoritative: isVerified && isAuthoritative(issuer, email, hd),
  }
}

/** Whether the issuer itself issues the address. Known for Google only: its own and hosted domains (`hd`). */
export function isAuthoritative(issuer: string, email: string, hostedDomain: unknown): boolean {
  if (issuer !== GOOGLE) return false
  return (
    (typeof hostedDomain === 'string' && hostedDomain !== '') ||
    /@(gmail|googlemail)\.com$/i.test(email)
  )
}

/** Runs before any request to the provider, so that a foreign token causes no traffic. */
async function requireNonce(env: Env, idToken: string, headers: Headers): Promise<void> {
  const cookie = socialNonceCookie(headers)
  if (!cookie) throw refused('no flow of this browser')
  let claimed: unknown
  try {
    claimed = decodeJwt(idToken)['nonce']
  } catch (cause) {
    throw refused(cause)
  }
  if (claimed !== nonceFor(config(env), cookie)) throw refused('another nonce')
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** The provider's keys; an unknown key id refetches them, at most every 30 seconds. */
function keySet(jwksUri: string) {
  let keys = keySets.get(jwksUri)
  if (!keys) {
    keys = createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: PROVIDER_TIMEOUT_MS })
    keySets.set(jwksUri, keys)
  }
  return keys
}

async function verify(
  env: Env,
  idToken: string,
  issuer: string,
  clientId: string,
): Promise<JWTPayload> {
  try {
    const { jwks_uri } = await providerMetadata(env, issuer)
    const { payload } = await jwtVerify(idToken, keySet(jwks_uri), {
      algorithms: ['RS256'],
      audience: clientId,
      issuer: issuer === GOOGLE ? [GOOGLE, GOOGLE.replace('https://', '')] : issuer,
      currentDate: new Date(now(env)),
      maxTokenAge: MAX_TOKEN_AGE_S,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp'],
    })
    if (typeof payload.aud !== 'string' && payload.aud?.length !== 1)
      throw refused('several audiences')
    if (payload['azp'] !== undefined && payload['azp'] !== clientId) throw refused('another party')
    if (!payload.sub) throw refused('no subject')
    return payload
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (isFaultOfToken(error)) throw refused(error)
    throw new ServiceError('databaseConnectionFailed', { cause: error })
  }
}

/** Any other error is the provider's: the exchange fails closed, and may be retried. */
function isFaultOfToken(error: unknown): boolean {
  if (
    error instanceof ProviderError ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid
  )
    return false
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code
}

/** Keyed by the signed content, because the encoding of a signature is not unique. */
async function useOnce(env: Env, idToken: string, payload: JWTPayload): Promise<void> {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const expiresAt =
    Math.max(payload.exp ?? 0, (payload.iat ?? 0) + MAX_TOKEN_AGE_S) + CLOCK_TOLERANCE_S
  const isFirst = await isFirstUse(env, signed, expiresAt * 1000)
  if (!isFirst) throw refused('used before')
}

function refused(cause: unknown): ServiceError {
  return new ServiceError('authorizationFailed', { cause })
}
