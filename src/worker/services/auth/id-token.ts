import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import { MINUTE_S } from '../../../domain/durations.ts'
import { now } from '../../config/clock.ts'
import { config, GOOGLE } from '../../config/config.ts'
import { ServiceError } from '../../http/service.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import {
  nonceFor,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  providerMetadata,
  socialNonceCookie,
} from '../../identity/social-provider.ts'

/** Greatest age of a token, and tolerance between the provider's clock and ours. */
const MAX_TOKEN_AGE_S = 10 * MINUTE_S
const CLOCK_TOLERANCE_S = 5

/** The provider's claims about the person. */
export interface Claims {
  /** The configured issuer, regardless of its spelling in the token. */
  issuer: string
  subject: string
  /** Only an address that the provider has verified. */
  email: string | undefined
  /** Whether the provider itself gives out this address, so that it proves who owns it now. */
  isAuthoritative: boolean
}

/**
 * Checks an ID token: signature by the provider's keys (RS256 only), issuer, audience, time, the nonce of this
 * browser's own flow; and that it was never used before.
 * @throws ServiceError configurationNotFound without a provider, authorizationFailed for any fault of the token,
 *   databaseConnectionFailed while the provider cannot be asked
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

/**
 * Whether the issuer itself gives out the address: Google says so of its own and of hosted domains (`hd`). Of any
 * other provider it is not known.
 */
export function isAuthoritative(issuer: string, email: string, hostedDomain: unknown): boolean {
  if (issuer !== GOOGLE) return false
  return (
    (typeof hostedDomain === 'string' && hostedDomain !== '') ||
    /@(gmail|googlemail)\.com$/i.test(email)
  )
}

/** Runs before the provider is asked, so that a foreign token causes no traffic. */
async function requireNonce(env: Env, idToken: string, headers: Headers): Promise<void> {
  const cookie = socialNonceCookie(headers)
  if (!cookie) throw refused('no flow of this browser')
  let claimed: unknown
  try {
    claimed = decodeJwt(idToken)['nonce']
  } catch (cause) {
    throw refused(cause)
  }
  if (claimed !== (await nonceFor(config(env), cookie))) throw refused('another nonce')
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** The provider's keys; fetched again for a key that is not among them, at most every half minute. */
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
    const { jwksUri } = await providerMetadata(env, issuer)
    const { payload } = await jwtVerify(idToken, keySet(jwksUri), {
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

/** Everything else is the provider's silence or malformed response: the exchange fails closed, and may be tried again. */
function isFaultOfToken(error: unknown): boolean {
  if (
    error instanceof ProviderError ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid
  )
    return false
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code
}

/** Counted by what is signed, because the signature's own text can be written in more than one way. */
async function useOnce(env: Env, idToken: string, payload: JWTPayload): Promise<void> {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const expiresAt =
    Math.max(payload.exp ?? 0, (payload.iat ?? 0) + MAX_TOKEN_AGE_S) + CLOCK_TOLERANCE_S
  const first = await env.DB.prepare(
    'INSERT INTO used_id_token (token_hash, expires_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING token_hash',
  )
    .bind(await sha256(signed), expiresAt * 1000)
    .first()
  if (!first) throw refused('used before')
}

function refused(cause: unknown): ServiceError {
  return new ServiceError('authorizationFailed', { cause })
}
