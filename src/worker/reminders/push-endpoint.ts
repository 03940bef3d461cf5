import { config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'

/** Hosts of the push services of Chromium, Firefox, Safari and Edge; a leading dot admits every host below it. */
const HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether the address belongs to a push service. Others are refused: the cron sends a request to each address daily, so
 * that anybody could aim it at somebody else's server.
 */
export function isPushEndpoint(env: object, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (config(env).isDevelopment && url.protocol === 'http:' && isLoopback(url.hostname)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    HOSTS.some((host) =>
      host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
    )
  )
}
