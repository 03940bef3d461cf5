import { setCookie } from 'hono/cookie'
import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { ServiceError, type ServiceContext } from './service.ts'

/** `PUBLIC_ORIGIN`, or a loopback origin. Clients choose `Host`, so it is not trusted otherwise. */
function knownOrigin(env: Env, requestUrl: string): string | undefined {
  const { publicOrigin, isDevelopment } = config(env)
  if (publicOrigin) return publicOrigin
  const { origin, hostname } = new URL(requestUrl)
  return isDevelopment && isLoopback(hostname) ? origin : undefined
}

/**
 * @param requestUrl a job has none, and then the origin that `npm start` serves unless told otherwise
 * @throws ServiceError databaseConnectionFailed in a deployment without `PUBLIC_ORIGIN`
 */
export function publicOrigin(env: Env, requestUrl = 'http://localhost:8787'): string {
  const origin = knownOrigin(env, requestUrl)
  if (!origin) throw new ServiceError('databaseConnectionFailed')
  return origin
}

/** Whether people reach the site by https, perhaps through a proxy that ends it. */
export const isSecure = (env: Env, requestUrl: string): boolean =>
  (config(env).publicOrigin || requestUrl).startsWith('https:')

/** Sets a cookie that scripts cannot read. */
export const keepCookie = (
  c: ServiceContext,
  name: string,
  value: string,
  options: { path: string; maxAge: number; sameSite: 'Lax' | 'Strict' },
) => setCookie(c, name, value, { ...options, httpOnly: true, secure: isSecure(c.env, c.req.url) })

/** Origin in canonical addresses and cache keys; one for every untrusted `Host`. */
export function siteOrigin(env: Env, requestUrl: string): string {
  return knownOrigin(env, requestUrl) ?? 'http://localhost'
}
