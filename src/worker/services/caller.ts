import { config } from '../config/config.ts'
import { sha256 } from '../keys/keyed-hash.ts'

/**
 * Restores the visitor's address, by which limits count, and the site's origin, to which links in mail lead, from the
 * gateway's headers. Only for callers that may be trusted with both.
 */
export function withTrustedCaller(request: Request): Request {
  const origin = URL.parse(request.headers.get('Site-Origin') ?? '')?.origin
  const url = new URL(request.url)
  const own = new Request(origin ? new URL(url.pathname + url.search, origin) : url, request)
  own.headers.set('CF-Connecting-IP', request.headers.get('Client-Address') ?? 'unknown')
  for (const name of ['Client-Address', 'Site-Origin', 'Service-Key']) own.headers.delete(name)
  return own
}

/**
 * The request of a gateway that knows `SERVICES_KEY`; in the local set-up of any caller while there is no key.
 * `undefined` for every other caller.
 */
export async function fromGateway(env: Env, request: Request): Promise<Request | undefined> {
  const { servicesKey: key, isDevelopment } = config(env)
  if (!key) return isDevelopment ? withTrustedCaller(request) : undefined
  const claimed = request.headers.get('Service-Key') ?? ''
  // Comparing hashes of equal length reveals nothing by its time.
  return (await sha256(claimed)) === (await sha256(key)) ? withTrustedCaller(request) : undefined
}
