import { Hono, type Context } from 'hono'
import { DELETED_PICTURE } from '../../contract/deleted-from.ts'
import { etagMatches } from '../http/etag.ts'
import { EDGE_TTL_S } from '../http/file-headers.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { defaultCache } from '../page-cache/edge-cache.ts'
import { locateService } from '../remote/locate-services.ts'

/** The `Cache-Control` for the client; the cached copy has its own. */
const CLIENT_LIFETIME = 'X-Client-Cache-Control'

/**
 * `/picture/<id>`: from the data centre's cache, or else from the user service, which reads R2. On a `workers.dev`
 * address that cache stores nothing.
 */
export const pictureRoutes = new Hono<GatewayBindings>({ strict: false }).get('/:id', async (c) => {
  const key = keyOf(c, c.req.param('id'))
  const copy = await defaultCache().match(key)
  if (copy) return forClient(c, copy)
  const request = new Request(c.req.raw)
  request.headers.set('X-Request-Id', c.var.requestId)
  // The whole picture is read, so that it can be cached.
  request.headers.delete('If-None-Match')
  const response = await locateService('user', c.env, c.executionCtx).fetch(request)
  if (c.req.method !== 'GET' || response.status !== 200) return response
  const stored = new Response(await response.arrayBuffer(), response)
  stored.headers.set(CLIENT_LIFETIME, stored.headers.get('Cache-Control') ?? 'no-store')
  stored.headers.set('Cache-Control', `public, max-age=${EDGE_TTL_S}`)
  c.executionCtx.waitUntil(
    defaultCache()
      .put(key, stored.clone())
      .catch(() => undefined),
  )
  return forClient(c, stored)
})

/** Deletes the cached copy of the picture that a service's response says is gone. */
export async function purgePicture(
  c: Context<GatewayBindings>,
  { headers }: Response,
): Promise<void> {
  const id = headers.get(DELETED_PICTURE)
  if (id)
    await defaultCache()
      .delete(keyOf(c, id))
      .catch(() => undefined)
}

const keyOf = (c: Context<GatewayBindings>, id: string) =>
  `${siteOrigin(c.env, c.req.url)}/.pictures/${encodeURIComponent(id)}`

function forClient(c: Context<GatewayBindings>, stored: Response): Response {
  const headers = new Headers(stored.headers)
  headers.set('Cache-Control', headers.get(CLIENT_LIFETIME) ?? 'no-store')
  for (const name of [CLIENT_LIFETIME, 'Age', 'CF-Cache-Status', 'Content-Length'])
    headers.delete(name)
  const isNotModified = etagMatches(c.req.header('If-None-Match'), headers.get('ETag') ?? '')
  return isNotModified
    ? new Response(null, { status: 304, headers })
    : new Response(stored.body, { headers })
}
