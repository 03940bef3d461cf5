import { config } from '../config/config.ts'
import { sha256 } from '../keys/keyed-hash.ts'

const OWN_HEADERS = ['Client-Address', 'Client-Continent', 'Site-Origin', 'Service-Key']

/**
 * Restores the client's address, by which limits count, the continent, by which a room's shard is chosen, and the
 * site's origin, to which links in mail lead, from the gateway's headers. Only for callers that may be trusted with them.
 */
export function withTrustedCaller(request: Request): Request {
  const origin = URL.parse(request.headers.get('Site-Origin') ?? '')?.origin
  const url = new URL(request.url)
  const address = origin ? new URL(url.pathname + url.search, origin) : url
  const continent = request.headers.get('Client-Continent')
  const cf = continent ? { continent } : {}
  const own = new Request(new Request(address, request), { cf: cf as RequestInitCfProperties })
  own.headers.set('CF-Connecting-IP', request.headers.get('Client-Address') ?? 'unknown')
  for (const name of OWN_HEADERS) own.headers.delete(name)
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
