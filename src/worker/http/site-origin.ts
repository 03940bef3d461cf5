import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { ServiceError } from './service.ts'

/**
 * The origin of this site as far as it may be believed: `PUBLIC_ORIGIN`, or in the local set-up the request's own
 * origin when that is a loopback address. A client chooses the `Host` header, so nothing else is taken from it.
 */
function knownOrigin(env: Env, requestUrl: string): string | undefined {
  const { publicOrigin, isDevelopment } = config(env)
  if (publicOrigin) return publicOrigin
  const { origin, hostname } = new URL(requestUrl)
  return isDevelopment && isLoopback(hostname) ? origin : undefined
}

/**
 * The origin of links in mail.
 * @throws ServiceError databaseConnectionFailed in a deployment without `PUBLIC_ORIGIN`: no mail is sent
 */
export function publicOrigin(env: Env, requestUrl: string): string {
  const origin = knownOrigin(env, requestUrl)
  if (!origin) throw new ServiceError('databaseConnectionFailed')
  return origin
}

/** The origin in canonical addresses and cache keys: one for every unbelievable `Host`. */
export function siteOrigin(env: Env, requestUrl: string): string {
  return knownOrigin(env, requestUrl) ?? 'http://localhost'
}
